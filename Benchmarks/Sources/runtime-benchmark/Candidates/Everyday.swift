import BenchmarkCommand
import SubscriberWorkloads

// What the libraries do in the workloads of `RuntimeSuite.everyday`.
extension Candidate {
  static var switchboardEveryday: [String: Measurable] {
    [
      "property.set.unobserved": Measurable(checked: PropertySets.self),
      "property.set.observers": Measurable(counting: SwitchboardProperty.self),
      "binding.one-way": Measurable(counting: SwitchboardOneWay.self),
      "binding.one-way.object": Measurable(counting: SwitchboardBoundObject.self),
      "share.replay": Measurable(counting: SwitchboardShareReplay.self),
      "operators.flatMapLatest": Measurable(counting: SwitchboardFlatMapLatest.self),
      "operators.concatMap": Measurable(counting: SwitchboardConcatMap.self),
      "operators.switch.subject": Measurable(counting: SwitchboardSwitch.self),
      "operators.map+filter.subscribe+dispose": Measurable(counting: SwitchboardMapFilter.self, RuntimeSuite.churn),
      "operators.combineLatest.subscribe+dispose": Measurable(counting: SwitchboardCombineTwo.self, RuntimeSuite.churn),
      "subject.churn": Measurable(SwitchboardSubject.self, .churn(.random)),
      "create.subscribe": Measurable(checked: SwitchboardCold.self),
      "cold.reduce": Measurable(checked: SwitchboardReductions.self),
      "subject.make+drop": Measurable(made: MadeSubject.self),
      "property.make+drop": Measurable(made: MadeProperty.self),
      "hop.queue": Measurable(checked: SwitchboardHop.self),
      "async.pingpong": Measurable(checked: SwitchboardPingPong.self),
      "process.first-use": Measurable(firstUseOf: "switchboard"),
    ]
  }

  static var openCombineEveryday: [String: Measurable] {
    [
      "property.set.unobserved": Measurable(checked: CurrentValueSets.self),
      "property.set.observers": Measurable(counting: OpenCombineCurrentValue.self),
      "binding.one-way": Measurable(counting: OpenCombineOneWay.self),
      "binding.one-way.object": Measurable(counting: OpenCombineBoundObject.self),
      "binding.two-way": Measurable(counting: OpenCombineTwoWay.self),
      "share.replay": Measurable(counting: OpenCombineShareReplay.self),
      "command.execute": Measurable(counting: OpenCombineCommand.self),
      "operators.flatMapLatest": Measurable(counting: OpenCombineFlatMapLatest.self),
      "operators.concatMap": Measurable(counting: OpenCombineConcatMap.self),
      "operators.switch.subject": Measurable(counting: OpenCombineSwitch.self),
      "operators.map+filter.subscribe+dispose": Measurable(counting: OpenCombineMapFilter.self, RuntimeSuite.churn),
      "subject.churn": Measurable(OpenCombineSubject.self, .churn(.random)),
      "create.subscribe": Measurable(checked: OpenCombineCold.self),
      "cold.reduce": Measurable(checked: OpenCombineReductions.self),
      "subject.make+drop": Measurable(made: MadePassthrough.self),
      "property.make+drop": Measurable(made: MadeCurrentValue.self),
      "hop.queue": Measurable(checked: OpenCombineHop.self),
      "async.pingpong": Measurable(checked: OpenCombinePingPong.self),
      "process.first-use": Measurable(firstUseOf: "opencombine"),
    ]
  }

  static var openCombineEverydayNotes: [String: String] {
    [
      "property.set.unobserved": "OpenCombine: CurrentValueSubject.",
      "property.set.observers": "OpenCombine: CurrentValueSubject.",
      "binding.one-way": "OpenCombine: assign(to:on:) from one CurrentValueSubject to another, which it keeps alive.",
      "binding.one-way.object": "OpenCombine: assign(to:on:), which keeps the object alive.",
      "binding.two-way": """
      OpenCombine has no two-way binding: two CurrentValueSubjects, each with removeDuplicates and a sink that sends \
      into the other. Equal values are lost, and nothing decides between values that two threads set at the same time.
      """,
      "share.replay": """
      OpenCombine has no replay: multicast through a CurrentValueSubject with autoconnect, which has a value before \
      the first was sent, and keeps it when all subscribers have left.
      """,
      "command.execute": """
      OpenCombine has no command: flatMap to Just behind a CurrentValueSubject that says whether the work is running. \
      It has no errors, no state for buttons, and nothing to hold or cancel an execution by.
      """,
      "operators.flatMapLatest": "OpenCombine: map to Just, and switchToLatest.",
      "operators.concatMap": "OpenCombine: flatMap to Just with at most one publisher at a time.",
      "operators.switch.subject": "OpenCombine: switchToLatest.",
      "operators.combineLatest.subscribe+dispose": "OpenCombine has no combineLatest.",
      "create.subscribe": """
      OpenCombine has no publisher made of a closure that sends: a publisher of the benchmark, as programs write one, \
      without a lock.
      """,
      "cold.reduce": """
      OpenCombine's publisher of a sequence reduces the array eagerly, when the operator is applied: its subscription \
      only sends the sum.
      """,
      "subject.make+drop": "OpenCombine: PassthroughSubject.",
      "property.make+drop": "OpenCombine: CurrentValueSubject.",
      "hop.queue": "OpenCombine: receive(on:), with the scheduler of OpenCombineDispatch.",
      "async.pingpong": "OpenCombine: the values of two PassthroughSubjects, each demanded by a task.",
      "process.first-use": "OpenCombine: PassthroughSubject.",
    ]
  }
}

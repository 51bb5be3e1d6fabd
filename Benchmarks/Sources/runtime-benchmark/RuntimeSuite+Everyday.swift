import BenchmarkCommand

extension RuntimeSuite {
  /// The paths that most programs use every day: properties, bindings, shared signals, joins, objects, queues.
  static let everyday = [
    Workload("property.set.unobserved", "Sets a property that has no subscribers."),
    Workload(
      "property.set.observers", per: "delivery", sizes: Sizes(16), counted: growth,
      "Sets a property that has n subscribers, who each get the new value. One operation is one delivery."),
    Workload(
      "binding.one-way",
      "Sets a property to which another property is bound; a subscriber of the other property gets the value."),
    Workload(
      "binding.one-way.object",
      "Sends a value through a subject that is bound to a property of an object, whose observer gets the value."),
    Workload(
      "share.replay", per: "delivery", sizes: Sizes(1, 8), counted: growth,
      """
      Sends a value through a subject to n subscribers of one shared signal, which keeps the last value. One operation \
      is one delivery.
      """),
    Workload(
      "operators.flatMapLatest", per: "value",
      """
      Sends a value through flatMapLatest, which makes a signal of the value, subscribes to that signal in place of \
      the signal before, and passes its value on. One operation is one value.
      """),
    Workload(
      "operators.concatMap", per: "value",
      """
      Sends a value through concatMap, which makes a signal of the value, subscribes to that signal after the end of \
      the signal before, and passes its value on. One operation is one value.
      """),
    Workload(
      "operators.switch.subject",
      "Switches from one inner subject to another, and sends one value through the new inner subject."),
    Workload(
      "operators.map+filter.subscribe+dispose",
      "Disposes the only subscription to map and filter of a subject, and subscribes again."),
    Workload(
      "operators.combineLatest.subscribe+dispose",
      "Disposes the only subscription to two combined subjects, and subscribes again."),
    Workload(
      "subject.churn", sizes: Sizes(full: [65_536], quick: []),
      "Disposes a random subscriber of n of a subject and adds a new one. One operation is both."),
    Workload(
      "create.subscribe",
      "Subscribes to a cold signal that was made before. The subscription receives one value and the end."),
    Workload(
      "cold.reduce", per: "value", sizes: Sizes(100_000), counted: growth,
      "Makes a cold signal of an array of n values, and reduces it to the sum. One operation is one value."),
    Workload(
      "subject.make+drop", per: "object",
      "Makes a subject and drops it. The bytes are those of one subject without subscribers."),
    Workload(
      "property.make+drop", per: "object",
      "Makes a property and drops it. The bytes are those of one property without subscribers."),
    Workload(
      "hop.queue", per: "value",
      """
      Sends values to a serial queue in bursts of 64. The queue runs on the sending thread after each burst, without \
      the operating system's scheduler. One operation is one value.
      """),
    Workload(
      "async.pingpong", per: "round trip",
      """
      One task sends a value through a subject to another task, which sends it back through a second subject. The \
      tasks run as in async.values. One operation is one value, there and back.
      """),
    Workload(
      "process.first-use", per: "process", sizes: Sizes(full: [1, 4], quick: [4]),
      """
      Makes the first subject of a process that has n threads, subscribes, and sends one value. Each sample is a \
      process of its own. One operation is all three.
      """),
  ]

  /// The workloads of ``everyday`` whose instructions are counted, and the older workloads of the same paths. Not
  /// counted: the first use, which a run under valgrind would change.
  static let countedEveryday =
    [
      "property.set", "binding.two-way", "channel.roundtrip", "command.execute", "operators.zip",
      "operators.combineLatest",
    ] + everyday.map(\.name).filter { $0 != "process.first-use" }
}

import BenchmarkCommand
import SubscriberWorkloads

/// The cost of the runtime through its public interface, beside its peer, its own registry, and the floor.
enum RuntimeSuite {
  static var suite: Suite {
    Suite("runtime", workloads: workloads + busWorkloads, candidates: candidates, sizes: one) { cells in
      cells.filter { $0.n <= 256 && counted.contains($0.workload) }
    }
  }

  private static let one = Sizes(full: [1], quick: [1])
  private static let counted = [
    "subject.send", "subject.subscribe+dispose", "operators.map+filter", "operators.flatMap", "bus.dispatch",
    "bus.subscribe+dispose",
  ]
  /// The largest number of owners that is timed. Larger numbers are only checked: timing them takes a minute and shows
  /// nothing new.
  private static let timedOwners = 100_000
  static let churn = Procedure.churn(.oldest)

  private static let workloads = [
    Workload(
      "subject.send", sizes: Sizes(full: [1, 16, 256, 4096], quick: [1, 16, 256, 4096]),
      "Send one value through a subject to n subscribers; per delivery."),
    Workload(
      "subject.subscribe+dispose", sizes: Sizes(full: [1, 256, 4096], quick: [1, 256, 4096]),
      "Dispose the oldest of n subscribers of a subject and add a new one; per pair."),
    Workload("operators.map+filter", "Send one value through map and filter, which passes the value on; per value."),
    Workload("operators.six", "Send one value through map, filter, map, scan, map, filter; per value."),
    Workload(
      "replay.send", "Send one value through a replay subject that keeps one value; OpenCombine: CurrentValueSubject."),
    Workload("behavior.send", "Send one value through a subject with a current value; per value."),
    Workload(
      "create+subscribe+dispose",
      "Make a cold signal that sends one value and completes, subscribe, dispose; OpenCombine: Deferred of Just."),
    Workload(
      "observer.send",
      "Send one value as a cold signal's producer does; OpenCombine gives its producers a PassthroughSubject."),
    Workload(
      "merge.send", "Send one value through a merge of two subjects; OpenCombine: flatMap of a sequence of the two."),
    Workload("operators.flatMap", "Send one value through flatMap, which makes a signal of the value; per value."),
    Workload(
      "operators.combineLatest",
      "Send one value through a combination of two subjects that have both sent; OpenCombine has none; per value."),
    Workload("operators.zip", "Send one value through each of two zipped subjects; per pair."),
    Workload(
      "operators.debounce", "Send one value through debounce and advance virtual time; per value."),
    Workload("async.values", "Send one value to a waiting task, and run the task; per value."),
    Workload("async.values.burst", "Send eight values to a task, and run the task; per value."),
    Workload("property.set", "Set a property that has one subscriber; per set. OpenCombine: CurrentValueSubject."),
    Workload(
      "binding.two-way",
      "Set one of two properties that are bound to each other; the other has a subscriber; per set."),
    Workload(
      "channel.roundtrip", "Send a value into a channel and answer it at the other end; per value and answer."),
    Workload("command.execute", "Execute a command with work that sends one value and completes; per execution."),
    Workload(
      "board.set", sizes: Sizes(full: [1, 16], quick: [1, 16]),
      "Set a key of a board with n observers, with a look-up each; NotificationCenter: post by name; per delivery."),
    Workload(
      "board.set.handle", sizes: Sizes(full: [1, 16], quick: [1, 16]),
      "Set a key of a board with n observers by a handle; per delivery."),
    Workload(
      "board.set.unobserved", sizes: Sizes(full: [1, 10, 100_000], quick: [1, 10, 100_000]),
      "Set keys without observers, drawn at random from n; per set."),
    Workload(
      "board.get", sizes: Sizes(full: [1, 10, 100_000], quick: [1, 10, 100_000]),
      "Get keys, drawn at random from n; per get."),
    Workload("board.set.handle.unobserved", "Set a key without observers by its handle; per set."),
    Workload(
      "board.subscribe+dispose", sizes: Sizes(full: [1, 256], quick: [1, 256]),
      "Dispose the oldest of n observers of a key and add a new one; per pair."),
    Workload(
      "board.owners.come-and-go", sizes: Sizes(full: [timedOwners], quick: [timedOwners]),
      """
      Make n owners that observe three keys each as long as they live, then release all; per owner. Check that memory \
      and the board are as before.
      """),
    Workload(
      "owners.come-and-go",
      sizes: Sizes(full: [timedOwners, 1_000_000], quick: [timedOwners]),
      """
      Make n owners that subscribe to one subject as long as they live, then release all; per owner. Check that memory \
      and the registry are as before.
      """),
  ]

  private static var candidates: [Candidate] {
    [
      Candidate("switchboard", "Switchboard's public interface", switchboard),
      Candidate(
        "switchboard-again", "switchboard a second time; the difference is the noise of this run", switchboard),
      Candidate(
        "opencombine", "OpenCombine 0.14.0, which also accounts for demand",
        [
          "subject.send": Measurable(OpenCombineSubject.self, .sendFresh),
          "subject.subscribe+dispose": Measurable(OpenCombineSubject.self, churn),
          "operators.map+filter": Measurable(OpenCombineMapFilter.self, .sendFresh),
          "operators.six": Measurable(OpenCombineSix.self, .sendFresh),
          "replay.send": Measurable(OpenCombineCurrentValue.self, .sendFresh),
          "behavior.send": Measurable(OpenCombineCurrentValue.self, .sendFresh),
          "create+subscribe+dispose": Measurable(OpenCombineDeferred.self, churn),
          "observer.send": Measurable(OpenCombineSubject.self, .sendFresh),
          "merge.send": Measurable(OpenCombineMerge.self, .sendFresh),
          "operators.flatMap": Measurable(OpenCombineFlatMap.self, .sendFresh),
          "operators.zip": Measurable(OpenCombineZip.self, .sendFresh),
          "operators.debounce": Measurable(OpenCombineDebounce.self, .sendFresh),
          "property.set": Measurable(OpenCombineCurrentValue.self, .sendFresh),
          "owners.come-and-go": Measurable(OpenCombineOwners.self, largestTimed: timedOwners),
        ]),
      Candidate(
        "notification-center", "NotificationCenter of Foundation, with the value in its dictionary",
        [
          "board.set": Measurable(NotificationPosts.self, .sendFresh),
          "board.set.unobserved": Measurable(keyed: UnobservedPosts.self),
          "board.subscribe+dispose": Measurable(NotificationPosts.self, churn),
        ].merging(busNotifications) { $1 }),
      Candidate(
        "notification-center-empty", "NotificationCenter of Foundation, without a value",
        ["board.set": Measurable(EmptyNotificationPosts.self, .sendFresh)].merging(busEmptyNotifications) { $1 }),
      Candidate(
        "asyncstream", "AsyncStream of the standard library",
        [
          "async.values": Measurable(StreamOfValues.self, .sendFresh),
          "async.values.burst": Measurable(StreamOfValuesBurst.self, .sendFresh),
        ]),
      Candidate(
        "registry", "the bare Broadcaster on which a subject is built",
        [
          "subject.send": Measurable(BareRegistry.self, .sendFresh),
          "subject.subscribe+dispose": Measurable(BareRegistry.self, churn),
        ]),
      Candidate(
        "floor-swift", "the minimum in Swift: a loop over closures, without a retain",
        ["subject.send": Measurable(Floor.self, .sendFresh)].merging(busFloor) { $1 }),
      Candidate(
        "dictionary", "the minimum without observers: a dictionary under a lock",
        ["board.set.unobserved": Measurable(keyed: DictionarySets.self)]),
    ]
  }

  private static var switchboard: [String: Measurable] {
    [
      "subject.send": Measurable(SwitchboardSubject.self, .sendFresh),
      "subject.subscribe+dispose": Measurable(SwitchboardSubject.self, churn),
      "operators.map+filter": Measurable(SwitchboardMapFilter.self, .sendFresh),
      "operators.six": Measurable(SwitchboardSix.self, .sendFresh),
      "replay.send": Measurable(SwitchboardReplay.self, .sendFresh),
      "behavior.send": Measurable(SwitchboardBehavior.self, .sendFresh),
      "create+subscribe+dispose": Measurable(SwitchboardCreate.self, churn),
      "observer.send": Measurable(SwitchboardObserver.self, .sendFresh),
      "merge.send": Measurable(SwitchboardMerge.self, .sendFresh),
      "operators.flatMap": Measurable(SwitchboardFlatMap.self, .sendFresh),
      "operators.combineLatest": Measurable(SwitchboardCombineLatest.self, .sendFresh),
      "operators.zip": Measurable(SwitchboardZip.self, .sendFresh),
      "operators.debounce": Measurable(SwitchboardDebounce.self, .sendFresh),
      "async.values": Measurable(SwitchboardValues.self, .sendFresh),
      "async.values.burst": Measurable(SwitchboardValuesBurst.self, .sendFresh),
      "property.set": Measurable(SwitchboardProperty.self, .sendFresh),
      "binding.two-way": Measurable(SwitchboardTwoWay.self, .sendFresh),
      "channel.roundtrip": Measurable(SwitchboardChannel.self, .sendFresh),
      "command.execute": Measurable(SwitchboardCommand.self, .sendFresh),
      "owners.come-and-go": Measurable(SwitchboardOwners.self, largestTimed: timedOwners),
    ].merging(boards) { $1 }.merging(bus) { $1 }
  }

  private static var boards: [String: Measurable] {
    [
      "board.set": Measurable(SwitchboardBoard.self, .sendFresh),
      "board.set.handle": Measurable(SwitchboardBoardHandle.self, .sendFresh),
      "board.set.unobserved": Measurable(keyed: BoardSets.self),
      "board.get": Measurable(keyed: BoardGets.self),
      "board.set.handle.unobserved": Measurable(keyed: BoardHandleSets.self),
      "board.subscribe+dispose": Measurable(SwitchboardBoard.self, churn),
      "board.owners.come-and-go": Measurable(SwitchboardBoardOwners.self, largestTimed: timedOwners),
    ]
  }
}

import BenchmarkCommand
import SubscriberWorkloads

/// The cost of the runtime through its public interface, beside its peers, its own registry, and the floor.
enum RuntimeSuite {
  static var suite: Suite {
    Suite("runtime", workloads: workloads, candidates: candidates, sizes: Sizes(1)) { cells in
      cells.filter { $0.n <= 256 && (counted + countedEveryday).contains($0.workload) }
    }
  }

  /// The candidates in the order of the report. A new peer declares its candidate in a file of `Candidates`, and has an
  /// entry here. A test names the candidates that are missing here.
  private static var candidates: [Candidate] {
    [
      .switchboard, .switchboardAgain, .openCombine, .asyncStream, .asyncAlgorithms, .observation, .notificationCenter,
      .emptyNotificationCenter, .dispatch, .registry, .floor, .dictionary,
    ] + Candidate.switchboard.planted(in: "runtime")
  }

  private static let counted = [
    "subject.send", "subject.subscribe+dispose", "operators.map+filter", "operators.flatMap", "bus.dispatch",
    "bus.subscribe+dispose",
  ]
  /// The sizes at which instructions are counted, so that the growth of a cost has a class.
  static let growth = [16, 64, 256, 1024]
  /// The largest number of owners that is timed. Larger numbers are only checked: timing them takes a minute and shows
  /// nothing new.
  static let timedOwners = 100_000
  static let churn = Procedure.churn(.oldest)

  private static let workloads =
    signals + everyday + tasks + boards + [owners] + bus + threads + PublishedWorkload.allCases.map(\.workload)

  private static let signals = [
    Workload(
      "subject.send", per: "delivery", sizes: Sizes(1, 16, 256, 4096), counted: growth,
      "Sends a value through a subject to n subscribers. One operation is one delivery."),
    Workload(
      "subject.subscribe+dispose", sizes: Sizes(full: [1, 256, 4096], quick: [1, 256]), counted: growth,
      "Disposes the oldest of n subscribers of a subject and adds a new one. One operation is both."),
    Workload(
      "operators.map+filter", per: "value",
      "Sends a value through map and filter, which passes the value on. One operation is one value."),
    Workload(
      "operators.six", per: "value",
      "Sends a value through map, filter, map, scan, map and filter. One operation is one value."),
    Workload("replay.send", "Sends a value through a replay subject that keeps one value."),
    Workload("behavior.send", "Sends a value through a subject with a current value."),
    Workload(
      "create+subscribe+dispose",
      "Makes a cold signal that sends one value and completes, subscribes, and disposes the subscription."),
    Workload("observer.send", "Sends a value as the producer of a cold signal."),
    Workload("merge.send", "Sends a value through one of two merged subjects."),
    Workload(
      "operators.flatMap", per: "value",
      """
      Sends a value through flatMap, which makes a signal of the value, subscribes to that signal, and passes its \
      value on. One operation is one value.
      """),
    Workload(
      "operators.combineLatest", "Sends a value through one of two combined subjects after both have sent."),
    Workload(
      "operators.zip", per: "pair", "Sends one value through each of two zipped subjects. One operation is one pair."),
    Workload(
      "operators.debounce", "Sends a value through debounce, and advances virtual time until the value arrives."),
    Workload(
      "async.values", per: "value",
      """
      Sends a value to a task that waits for the value, and runs the task on the same thread, without the operating \
      system's scheduler. One operation is one value.
      """),
    Workload(
      "async.values.burst", per: "value",
      "Sends eight values while a task is busy, then runs the task, which reads them. One operation is one value."),
    Workload("property.set", "Sets a property that has one subscriber, who gets the new value."),
    Workload(
      "binding.two-way",
      "Sets one of two properties that are bound to each other; a subscriber of the other property gets the value."),
    Workload(
      "channel.roundtrip",
      """
      Sends a value into the leading end of a channel. The following end answers, and a subscriber of the leading end \
      gets the answer.
      """),
    Workload("command.execute", "Executes a command with work that sends one value and completes immediately."),
  ]

  /// The workloads whose subscribers are tasks, which run on the sending thread after each value.
  private static let tasks = [
    Workload(
      "async.share", per: "delivery", sizes: Sizes(1, 16),
      "Sends a value to n tasks that all read it, as in async.values. One operation is one delivery."),
    Workload(
      "async.merge", per: "value", "Sends a value through one of two merged sources to a task, as in async.values."),
    Workload(
      "async.zip", per: "pair", "Sends one value through each of two zipped sources to a task, as in async.values."),
    Workload(
      "async.combineLatest", per: "value",
      "Sends a value through one of two combined sources to a task, as in async.values. Both have sent before."),
    Workload(
      "async.debounce", per: "value",
      "Sends a value through debounce to a task, as in async.values, and advances virtual time until the value arrives."
    ),
    Workload("async.property", per: "value", "Sets a property whose changes a task reads, as in async.values."),
  ]

  private static let boards = [
    Workload(
      "board.set", per: "delivery", sizes: Sizes(1, 16), counted: growth,
      "Sets a key of a board with n observers, with a look-up each time. One operation is one delivery."),
    Workload(
      "board.set.handle", per: "delivery", sizes: Sizes(1, 16), counted: growth,
      "Sets the same key by a handle, which has looked up the key once."),
    Workload(
      "board.set.unobserved", sizes: Sizes(full: [1, 10, 100_000], quick: [1, 10]), counted: growth,
      "Sets keys without observers, drawn at random from n keys. One operation is one set."),
    Workload(
      "board.get", sizes: Sizes(full: [1, 10, 100_000], quick: [1, 10]), counted: growth,
      "Reads keys, drawn at random from n keys. One operation is one read."),
    Workload("board.set.handle.unobserved", "Sets a key without observers by a handle."),
    Workload(
      "board.subscribe+dispose", sizes: Sizes(1, 256), counted: growth,
      "Disposes the oldest of n observers of one key and adds a new observer. One operation is both."),
    Workload(
      "board.owners.come-and-go", per: "object", sizes: Sizes(full: [timedOwners], quick: [10_000]),
      """
      Makes n objects that each observe three keys of a board as long as they live, then releases all objects. One \
      operation is one object. Checks that memory and the board are as before.
      """),
  ]

  private static let owners = Workload(
    "owners.come-and-go", per: "object", sizes: Sizes(full: [timedOwners, 1_000_000], quick: [10_000]),
    """
    Makes n objects that each subscribe to one subject as long as they live, then releases all objects. One operation \
    is one object. Checks that memory and the registry are as before.
    """)

  private static let bus = [
    Workload(
      "bus.dispatch", per: "delivery", sizes: Sizes(1, 16, 256), counted: growth,
      "Dispatches an event on a bus to n handlers of its type. One operation is one delivery."),
    Workload(
      "bus.dispatch.unheard",
      "Dispatches an event without subscribers, on a bus without subscribers of dead events."),
    Workload(
      "bus.dispatch.subtype", per: "delivery", sizes: Sizes(1, 16), counted: growth,
      "Dispatches an event to n handlers that have subscribed to its subtype. One operation is one delivery."),
    Workload(
      "bus.subscribe+dispose", sizes: Sizes(full: [10, 10_000], quick: [10]), counted: growth,
      "Disposes the oldest of n subscribers of one type and adds a new subscriber. One operation is both."),
    Workload(
      "bus.dispatch.two-threads", per: "delivery", sizes: Sizes(16, 256), isParallel: true,
      """
      Two threads dispatch events on one bus, each thread a different type, to n handlers of each type. One operation \
      is one delivery; the time is the processor time of both threads.
      """),
  ]

  /// The workloads whose n is the number of threads. The report puts two threads beside one.
  private static let threads = [
    shared(
      "subject.send", per: "delivery",
      "n threads send values through one subject to 16 subscribers. One operation is one delivery"),
    shared(
      "subject.send.one", "n threads send values through one subject to one subscriber. One operation is one send"),
    shared(
      "subject.subscribe+dispose",
      "n threads subscribe to one subject with 16 subscribers, and dispose the subscription. One operation is both"),
    shared("property.set", "n threads set one property that has one subscriber. One operation is one set"),
    shared(
      "board.set", per: "delivery",
      "n threads set one key of a board with 16 observers. One operation is one delivery"),
    shared("board.get", "n threads read one key of a board. One operation is one read"),
    shared(
      "board.subscribe+dispose",
      "n threads observe one key of a board with 16 observers, and dispose the subscription. One operation is both"),
    shared(
      "bus.dispatch", per: "delivery",
      "n threads dispatch events of one type on one bus to 16 handlers. One operation is one delivery"),
    shared(
      "bus.subscribe+dispose",
      "n threads subscribe to one event type with 16 handlers, and dispose the subscription. One operation is both"),
  ]

  private static func shared(_ name: String, per operation: String = "operation", _ sentence: String) -> Workload {
    Workload(
      name + ".threads", per: operation, sizes: Sizes(full: [1, 2], quick: []), isParallel: true,
      sentence + "; the time is the processor time of all threads.")
  }
}

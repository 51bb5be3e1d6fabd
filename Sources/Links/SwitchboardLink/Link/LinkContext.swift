internal import SwitchboardBroadcast
internal import SwitchboardSignals
internal import Synchronization

/// What all parts of a link share. It knows none of them.
final class LinkContext: Sendable {
  /// Where the parts of the link work, one piece at a time.
  let worker: Scheduler
  /// The number of the link between processes.
  let origin: UInt64
  /// The options, without their scheduler.
  let options: LinkOptions
  let names = WireNames()
  /// The bytes of all that waits.
  let budget: ByteBudget
  /// The scheduler that the program chose for all work.
  private let chosen: Scheduler?
  let application: String
  /// Where subscribers of states and problems are called. Not the worker, which they could hold up.
  let reports: Scheduler
  let problems: PublishSubject<LinkProblem, Never>
  private let repeated: RepeatedProblems
  let state: Property<LinkState>
  /// The number of events that were recorded in a trace.
  let flows = Atomic<UInt64>(0)
  private let census = Lock(LinkCensus())
  private let whenSettled = Lock<(@Sendable () -> Void)?>(nil)

  init(application: String, _ options: LinkOptions, fileID: StaticString, line: UInt32) {
    self.application = application
    // A test scheduler must not be kept alive by its own work.
    chosen = options.scheduler?.worker
    var rest = options
    rest.scheduler = nil
    self.options = rest
    budget = ByteBudget(limit: options.queueBytes)
    origin = options.origin ?? .random(in: 1...(.max))
    worker = chosen ?? LinkThread(name: "link \(application)")
    reports = chosen ?? .queue(label: "switchboard.link")
    let problems = PublishSubject<LinkProblem, Never>(name: application, fileID: fileID, line: line)
    self.problems = problems
    repeated = RepeatedProblems(worker) { [reports] problem in
      reports.perform { problems.send(problem, fileID: "BusLink.problems", line: 0) }
    }
    state = Property(.connecting(last: nil), name: application, fileID: fileID, line: line)
  }

  /// Tells subscribers of a problem, not inside this call. Of many that are alike, tells the first, and then once a
  /// second how many more there were.
  func report(_ problem: LinkProblem) { repeated.add(problem) }

  /// Tells what was only counted so far.
  func flushProblems() { repeated.flush() }

  /// Sets the state, not inside this call. A state that the link is in already is not sent again.
  func enter(_ state: LinkState) {
    reports.perform { [property = self.state] in
      if property.value != state { property.set(state, fileID: "BusLink.state", line: 0) }
    }
  }

  /// Runs `action` after the states before it have been sent, so that a caller that awaits the link sees its state.
  func afterStates(_ action: @escaping @Sendable () -> Void) { reports.perform(action) }

  /// Changes the numbers of the census.
  func count(_ change: (inout LinkCensus) -> Void) { census.withLock { change(&$0) } }

  var counted: LinkCensus { census.withLock { $0 } }

  /// Sets what runs on the worker when a part of the link has come to rest or is set up.
  func onSettled(_ action: @escaping @Sendable () -> Void) { whenSettled.withLock { $0 = action } }

  /// A part of the link that was stopped has come to rest, or a part is set up or has failed.
  func settled() {
    if let action = whenSettled.withLock({ $0 }) { worker.perform(action) }
  }

  /// Makes the scheduler of the handlers of one reception.
  func handlers() -> Scheduler { chosen ?? HandlerStrand() }
}

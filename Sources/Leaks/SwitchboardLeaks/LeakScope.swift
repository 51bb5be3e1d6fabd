internal import SwitchboardBroadcast
internal import SwitchboardSignals
internal import SwitchboardTracing

/// The scope of a leak check, given to the code under check. The code names the objects that must be deallocated when a
/// run is done.
///
/// Threading: every member may be called from any thread.
public final class LeakScope: Sendable {
  /// Nil if no check runs.
  private let census: CensusScope?
  /// The number of this run of the code, from 1. The runs that find out which subscriptions hold an owner, or what goes
  /// on growing, continue the count.
  public let runNumber: Int
  private let tracked = Lock<[TrackedOwner]>([])

  init(_ census: CensusScope?, run: Int) {
    self.census = census
    runNumber = run
  }

  /// A scope for code that is written for a leak check and runs without one. The scope expects nothing.
  package static var unobserved: LeakScope { LeakScope(nil, run: 1) }

  /// Expects `owner` to be deallocated when this run is over, and returns it. The scope holds `owner` weakly.
  ///
  /// - Parameter owner: The object that should go. If it stays, the report names it.
  @discardableResult
  public func track<Owner: AnyObject>(
    _ owner: Owner, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Owner {
    if census != nil {
      let key = OwnerKey(type: "\(type(of: owner))", site: TraceSite(fileID: "\(fileID)", line: line))
      let entry = TrackedOwner(owner, key)
      tracked.withLock { $0.append(entry) }
    }
    return owner
  }

  /// Runs `body` as a part of the code under check, on the calling thread, such as your own thread or dispatch queue.
  /// Returns what `body` returns.
  ///
  /// - Parameter body: The work. Subscriptions that it makes count for the check.
  @discardableResult
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let census else { return try body() }
    return try LeakScope.$running.withValue(self) {
      try CensusScope.$current.withValue(census) {
        // A check inside work that counts for another check counts for itself.
        try QueueHops.$check.withValue(0) { try body() }
      }
    }
  }

  /// The owners that were tracked so far, in order. Holds none of them strongly.
  var owners: [TrackedOwner] { tracked.withLock { $0 } }
}

extension LeakScope {
  @TaskLocal static var running: LeakScope?

  /// The scope of the check in which this code runs, if any. For code that does not receive the scope as an argument,
  /// such as a test with `.leakChecked`.
  ///
  /// The scope is also known to tasks that the code under check starts, but not to detached tasks, such as those of
  /// handlers on an actor or executor. There, and on other threads, it is known only inside ``perform(_:)``.
  public static var current: LeakScope? { running }
}

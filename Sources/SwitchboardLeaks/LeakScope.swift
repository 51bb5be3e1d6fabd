internal import SwitchboardBroadcast
internal import SwitchboardTracing

/// What the code under check is given: where it names the objects that must be gone when it is done.
///
/// Threading: every member may be called from any thread.
public final class LeakScope: Sendable {
  /// Nil: nobody checks.
  private let census: CensusScope?
  /// Which run of the code this is: from 1; the runs that find out who holds an owner go on counting.
  public let run: Int
  private let tracked = Lock<[TrackedOwner]>([])

  init(_ census: CensusScope?, run: Int) {
    self.census = census
    self.run = run
  }

  /// For code that is written for a leak check and run without one: expects nothing.
  package static var unobserved: LeakScope { LeakScope(nil, run: 1) }

  /// Expects `owner` to be gone when this run is over, and returns it. Keeps it no longer: a weak reference.
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

  /// Runs `body` as a part of the code under check, on whatever thread calls this: a thread or dispatch queue of your own.
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let census else { return try body() }
    return try LeakScope.$running.withValue(self) {
      try CensusScope.$current.withValue(census) { try body() }
    }
  }

  /// What was tracked so far, in order; holds none of it.
  var owners: [TrackedOwner] { tracked.withLock { $0 } }
}

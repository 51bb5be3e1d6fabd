internal import CSwitchboardBroadcast
internal import SwitchboardTracing

/// What the code under check is given: where it names the objects that must be gone when it is done.
///
/// Threading: every member may be called from any thread.
public final class LeakScope: Sendable {
  /// Nil: nobody checks.
  private let census: CensusScope?
  /// Which run of the code this is: from 1; the runs that find out who holds an owner go on counting.
  public let run: Int
  private let tracked = TrackedOwners()

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
    if census != nil { tracked.add(owner, TraceSite(fileID: "\(fileID)", line: line)) }
    return owner
  }

  /// Runs `body` as a part of the code under check, on whatever thread calls this: a thread or dispatch queue of your own.
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let census else { return try body() }
    return try LeakScope.$running.withValue(self) {
      try CensusScope.$current.withValue(census) { try body() }
    }
  }

  var trackedTypes: Set<String> { tracked.types }

  /// The owners that are alive, and not only because somebody looks at them just now: a delivery on another thread to a
  /// weak owner, or a search for owners that are gone, holds them for a moment.
  func confirmedSurvivors() -> [TrackedOwners.Survivor] {
    var survivors = survivors()
    var looks = 1
    while !survivors.isEmpty, looks < 100 {
      switchboard_yield()
      survivors = self.survivors()
      looks += 1
    }
    return survivors
  }

  /// The owners that are alive, by their place in the order of tracking. Holds none of them.
  func survivors() -> [TrackedOwners.Survivor] { tracked.survivors() }
}

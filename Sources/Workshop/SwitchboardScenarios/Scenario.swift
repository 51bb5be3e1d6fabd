internal import Dispatch
internal import SwitchboardLeaks
internal import SwitchboardSignals
public import SwitchboardTracing

/// Code that leaks at a known line, or code that does not leak. The command `leakcheck` runs the scenarios to check the
/// leak detector and the runtime.
///
/// There is a scenario for each way to subscribe and for each way to leak. Most scenarios come in pairs; see
/// ``Scenario/catalogue``.
public struct Scenario: Sendable {
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// A scenario without a finding.
    case clean
    /// A scenario with exactly the findings that its body expects; see ``ExpectedLeaks``.
    case leaking
  }

  /// The code that runs in each cycle.
  enum Body {
    case synchronous((LeakScope) throws -> Void)
    case asynchronous((LeakScope) async throws -> Void)
  }

  /// The kind and the topic, as in `clean/waitable`. Fixtures have the prefix `fixture/` instead.
  public internal(set) var name: String
  /// A sentence that says what the scenario shows.
  public let summary: String
  public let kind: Kind
  /// The file of the scenario, in the form of `#fileID`.
  public let fileID: String
  /// Makes the body, once for each check. Objects that the closure makes before it returns the body live as long as the
  /// check, like the globals of a program. So a scenario leaves nothing behind for the next scenario.
  let make: @Sendable (ExpectedLeaks) -> Body

  init(
    _ kind: Kind, _ name: String, _ summary: String, _ fileID: StaticString,
    _ make: @escaping @Sendable (ExpectedLeaks) -> Body
  ) {
    self.name = "\(kind)/\(name)"
    (self.summary, self.kind, self.fileID, self.make) = (summary, kind, "\(fileID)", make)
  }
}

// Functions that make scenarios. Each closure is called once for each check. The closure makes the objects that outlast
// a cycle, and returns the code that runs in each cycle. The closure of a leaking scenario also gets the list of leaks
// that the check must find, to which the code adds its leaks.
extension Scenario {
  typealias Make = @Sendable () -> (LeakScope) throws -> Void
  typealias MakeLeaking = @Sendable (ExpectedLeaks) -> (LeakScope) throws -> Void
  typealias MakeAsync = @Sendable () -> (LeakScope) async throws -> Void
  typealias MakeLeakingAsync = @Sendable (ExpectedLeaks) -> (LeakScope) async throws -> Void

  /// Makes two scenarios: the right way and the wrong way to do one thing.
  static func pair(
    _ name: String, _ summary: String, fileID: StaticString = #fileID, clean: @escaping Make,
    leaking: @escaping MakeLeaking
  ) -> [Scenario] {
    [
      Scenario(.clean, name, summary, fileID) { _ in .synchronous(clean()) },
      Scenario(.leaking, name, summary, fileID) { .synchronous(leaking($0)) },
    ]
  }

  static func asyncPair(
    _ name: String, _ summary: String, fileID: StaticString = #fileID, clean: @escaping MakeAsync,
    leaking: @escaping MakeLeakingAsync
  ) -> [Scenario] {
    [
      Scenario(.clean, name, summary, fileID) { _ in .asynchronous(clean()) },
      Scenario(.leaking, name, summary, fileID) { .asynchronous(leaking($0)) },
    ]
  }

  /// Makes a leaking scenario without a clean counterpart.
  static func leaking(
    _ name: String, _ summary: String, fileID: StaticString = #fileID, _ make: @escaping MakeLeaking
  ) -> [Scenario] {
    [Scenario(.leaking, name, summary, fileID) { .synchronous(make($0)) }]
  }

  /// Makes a clean scenario without a leaking counterpart.
  static func clean(
    _ name: String, _ summary: String, fileID: StaticString = #fileID, _ make: @escaping Make
  ) -> [Scenario] {
    [Scenario(.clean, name, summary, fileID) { _ in .synchronous(make()) }]
  }
}

extension Scenario {
  /// Checks the scenario for leaks, and compares the findings with the expected leaks.
  ///
  /// - Parameter cycles: The number of counted runs, at least 1. One uncounted run precedes them.
  /// - Throws: `LeakDetectorError.needsTracing` without the trait `Tracing`. An error that the scenario itself throws
  ///   becomes a result.
  public func check(cycles: Int) async throws -> ScenarioResult {
    let expected = ExpectedLeaks()
    do {
      return ScenarioResult(self, try await report(make(expected), cycles: cycles), expected: expected.all)
    } catch LeakDetectorError.bodyFailed(let run, let reason) {
      return ScenarioResult(self, .threw, "in run \(run): \(reason)")
    }
  }

  /// Checks the scenario as ``check(cycles:)`` does, and records a trace that must agree with the findings. No other
  /// code in the process may subscribe meanwhile.
  ///
  /// - Parameter last: The number of newest records to return.
  /// - Throws: As ``check(cycles:)``, and `TraceSessionError` if something else records.
  public func checkWitnessed(
    cycles: Int, keepingLast last: Int = 0
  ) async throws -> (result: ScenarioResult, trace: TraceSnapshot) {
    let expected = ExpectedLeaks()
    let body = make(expected)
    let witness = try TraceWitness(keepingLast: last)
    do {
      let report = try await report(body, cycles: cycles)
      // Releasing the body may deallocate the subjects that it subscribed to, which would end their subscriptions.
      let testimony = try withExtendedLifetime(body) { try witness.stop() }
      var result = ScenarioResult(self, report, expected: expected.all)
      result.add(contradictions: testimony.contradictions(to: report))
      result.add(contradictions: testimony.ownLines.map { "A record names a line of the library: \($0)." })
      return (result, testimony.trace)
    } catch LeakDetectorError.bodyFailed(let run, let reason) {
      return (ScenarioResult(self, .threw, "in run \(run): \(reason)"), try witness.stop().trace)
    }
  }

  private func report(_ body: Body, cycles: Int) async throws -> LeakReport {
    switch body {
    case .synchronous(let body): try checkSynchronously(cycles, body)
    case .asynchronous(let body): try await LeakDetector.check(name, cycles: cycles, body)
    }
  }

  private func checkSynchronously(_ cycles: Int, _ body: (LeakScope) throws -> Void) throws -> LeakReport {
    try LeakDetector.check(name, cycles: cycles, body)
  }

  /// Runs the scenario once without a leak check, and returns the leaks that the body expects. If the scenario is
  /// asynchronous, does nothing and returns nil.
  public func rehearsedLeaks() throws -> [ExpectedLeak]? {
    let expected = ExpectedLeaks()
    return try Rehearsal(body: make(expected)).runSynchronously() ? expected.all : nil
  }

  /// Returns the scenario without a leak check, for measurements that run it many times. Needs no trait.
  public func rehearsal() -> Rehearsal { Rehearsal(body: make(ExpectedLeaks(isRead: false))) }

  /// The body of a scenario, and the objects that all runs of the body share.
  public struct Rehearsal {
    let body: Body

    /// Whether ``run()`` leaves the calling thread.
    public var isAsynchronous: Bool {
      if case .asynchronous = body { true } else { false }
    }

    /// Runs the body once, and then ends the subscriptions of deallocated owners, so that the caller may count. After
    /// an asynchronous body, first waits until the events on their way to the main actor have arrived.
    public func run() async throws {
      if try runSynchronously() { return }
      guard case .asynchronous(let body) = body else { return }
      try await body(.unobserved)
      await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
      SweptChains.shared.sweep()
    }

    /// Runs the body as ``run()`` does, but without a task, which would cost a thread. If the scenario is asynchronous,
    /// does nothing and returns false.
    public func runSynchronously() throws -> Bool {
      guard case .synchronous(let body) = body else { return false }
      try body(.unobserved)
      SweptChains.shared.sweep()
      return true
    }
  }
}

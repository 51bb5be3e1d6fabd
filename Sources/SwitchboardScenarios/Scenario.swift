internal import Dispatch
internal import SwitchboardLeaks
internal import SwitchboardSignals
public import SwitchboardTracing

/// A piece of code that leaks at a known line, or does not leak: what `leakcheck` checks the leak detector with, and the
/// runtime.
///
/// One per way to subscribe or to leak, most of them in pairs; see ``Scenario/catalogue``.
public struct Scenario: Sendable {
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Gives no finding.
    case clean
    /// Gives the findings that ``leaksBelow(_:_:each:total:since:lines:fileID:line:)`` announces, and no other.
    case leaking
  }

  /// What runs in each cycle.
  enum Body {
    case synchronous((LeakScope) throws -> Void)
    case asynchronous((LeakScope) async throws -> Void)
  }

  /// `clean/` or `leaking/`, then what it is about.
  public internal(set) var name: String
  /// What it shows, in a sentence.
  public let summary: String
  public let kind: Kind
  /// Where it stands, as `#fileID` gives it.
  public let fileID: String
  /// Called once for each check. What it makes before it returns the body lasts as long as the check, like what is global
  /// in a program: so a scenario leaves nothing to the next.
  let make: @Sendable () -> Body

  init(_ kind: Kind, _ name: String, _ summary: String, _ fileID: StaticString, _ make: @escaping @Sendable () -> Body)
  {
    self.name = "\(kind)/\(name)"
    (self.summary, self.kind, self.fileID, self.make) = (summary, kind, "\(fileID)", make)
  }
}

extension Scenario {
  /// Checks the scenario for leaks, and compares what is found with what should be.
  ///
  /// - Parameter cycles: Counted runs, at least 1; one more goes before them.
  /// - Throws: `LeakDetectorError.needsTracing` without the trait `Tracing`. What the scenario itself throws is a result.
  public func check(cycles: Int) async throws -> ScenarioResult {
    do {
      return result(of: try await report(make(), cycles: cycles))
    } catch LeakDetectorError.bodyFailed(let run, let reason) {
      return ScenarioResult(self, .threw, "in run \(run): \(reason)")
    }
  }

  /// The same with a witness: the trace must say what the check does. Nothing else may subscribe in the process meanwhile.
  ///
  /// - Parameter last: How many of the newest records to return.
  /// - Throws: As ``check(cycles:)``, and `TraceSessionError` if something else records.
  public func checkWitnessed(
    cycles: Int, keepingLast last: Int = 0
  ) async throws -> (result: ScenarioResult, trace: TraceSnapshot) {
    let body = make()
    let witness = try TraceWitness(keepingLast: last)
    do {
      let report = try await report(body, cycles: cycles)
      // What the body subscribed to may go with it, and the subscriptions then.
      let testimony = try withExtendedLifetime(body) { try witness.stop() }
      var result = result(of: report)
      result.note(contradictions: testimony.contradictions(to: report))
      return (result, testimony.trace)
    } catch LeakDetectorError.bodyFailed(let run, let reason) {
      return (ScenarioResult(self, .threw, "in run \(run): \(reason)"), try witness.stop().trace)
    }
  }

  private func report(_ body: Body, cycles: Int) async throws -> LeakReport {
    switch body {
    case .synchronous(let body): try checkOnTheSpot(cycles, body)
    case .asynchronous(let body): try await LeakDetector.check(name, cycles: cycles, body)
    }
  }

  private func result(of report: LeakReport) -> ScenarioResult {
    ScenarioResult(self, report, expected: kind == .clean ? [] : Announcements.of(fileID))
  }

  private func checkOnTheSpot(_ cycles: Int, _ body: (LeakScope) throws -> Void) throws -> LeakReport {
    try LeakDetector.check(name, cycles: cycles, body)
  }

  /// The leaks that the scenario has announced so far, in this process; none if it is clean.
  public var announcedLeaks: [ExpectedLeak] { kind == .clean ? [] : Announcements.of(fileID) }

  /// The scenario without a leak check, to be run as often as somebody wants to measure it. Needs no trait.
  public func rehearsal() -> Rehearsal { Rehearsal(body: make()) }

  /// A scenario's body, and what it shares from run to run.
  public struct Rehearsal {
    let body: Body

    /// Whether ``run()`` leaves the thread that calls it.
    public var isAsynchronous: Bool {
      if case .asynchronous = body { true } else { false }
    }

    /// Runs the body once, and then what is left to be done before anybody may count: events that are under way to the
    /// main actor arrive, subscriptions whose owners are gone end.
    public func run() async throws {
      if try runOnTheSpot() { return }
      guard case .asynchronous(let body) = body else { return }
      try await body(.unobserved)
      await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
      SweptChains.shared.sweep()
    }

    /// The same without a task, which would cost a thread. False, and nothing done, if the scenario is asynchronous.
    public func runOnTheSpot() throws -> Bool {
      guard case .synchronous(let body) = body else { return false }
      try body(.unobserved)
      SweptChains.shared.sweep()
      return true
    }
  }
}

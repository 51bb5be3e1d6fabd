import SwitchboardLeaks
public import Testing

/// Looks for leaks in a test, or in every test of a suite; see ``Testing/Trait/leakChecked``.
public struct LeakChecked: SuiteTrait, TestTrait, TestScoping {
  public let isRecursive = true
  let cycles: Int
  let warmup: Int

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    do {
      let report = try await LeakDetector.check(test.name, cycles: cycles, warmup: warmup) { _ in try await function() }
      record(report, test.sourceLocation)
    } catch LeakDetectorError.needsTracing {
      try await function()
      Issue.record("\(LeakDetectorError.needsTracing)", sourceLocation: test.sourceLocation)
    }
  }
}

extension Trait where Self == LeakChecked {
  /// Expects that a test ends every subscription that it makes, and that no subject that it makes outlives it.
  ///
  /// ```swift
  /// @Test(.leakChecked) func playerGoes() {
  ///   let player = LeakScope.current!.track(Player())   // must be gone when the test is over
  ///   player.start(clock)
  /// }
  /// ```
  /// Everything that is left after the test counts, but for subjects that are made once, as globals are. If an owner or
  /// subject is left, the test runs again, about once for each line that subscribes, to find out who holds it. Each leak is
  /// one issue. Tests that run at the same time do not blame each other.
  ///
  /// Without the trait `Tracing` the test runs, and an issue says how to enable it.
  public static var leakChecked: Self { LeakChecked(cycles: 1, warmup: 0) }

  /// The same for a test that may leave something behind once, as a cache does: it runs `warmup` times before `cycles`
  /// that are counted.
  public static func leakChecked(cycles: Int, warmup: Int = 1) -> Self { LeakChecked(cycles: cycles, warmup: warmup) }
}

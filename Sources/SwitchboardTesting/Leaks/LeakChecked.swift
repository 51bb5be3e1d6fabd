import SwitchboardLeaks
public import Testing

/// A trait that looks for leaks in a test, or in every test of a suite; see ``Testing/Trait/leakChecked``.
public struct LeakChecked: SuiteTrait, TestTrait, TestScoping {
  /// True: a suite passes the trait on to its tests.
  public let isRecursive = true
  let cycles: Int
  let warmup: Int

  /// Runs the test under the leak detector, and records an issue for each leak. The testing library calls this
  /// function.
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
  /// Expects that a test ends every subscription that it makes, and that no subject that it makes outlives the test.
  ///
  /// ```swift
  /// @Test(.leakChecked) func playerGoes() {
  ///   let player = LeakScope.current!.track(Player())   // must be gone when the test is over
  ///   player.start(clock)
  /// }
  /// ```
  /// All remains after the test count, except subjects that are made once, as globals are. If an owner or subject is
  /// left, the test runs again, about once for each line that subscribes, to find the subscription that holds it. Each
  /// leak is one issue. Tests that run at the same time are not blamed for each other's leaks.
  ///
  /// Without the trait `Tracing` the test runs, and an issue says how to enable the trait.
  public static var leakChecked: Self { LeakChecked(cycles: 1, warmup: 0) }

  /// Expects that a test leaves nothing behind in the counted runs. For a test that may leave something behind once,
  /// such as a cache: it runs `warmup` times before the `cycles` counted runs.
  public static func leakChecked(cycles: Int, warmup: Int = 1) -> Self { LeakChecked(cycles: cycles, warmup: warmup) }
}

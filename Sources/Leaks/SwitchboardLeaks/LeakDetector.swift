internal import SwitchboardSignals
internal import SwitchboardTracing

/// A detector of subscriptions that outlive their use, of owners that their own subscriptions keep alive, and of
/// registries that do not shrink. Each finding names the source line.
///
/// ```swift
/// let report = try LeakDetector.check { scope in
///   let player = scope.track(Player())
///   clock.subscribe { _ in player.advance() }   // holds the player
/// }
/// print(report)   // retained: … by the subscription at App/PlayerTests.swift:12
/// ```
/// The code runs several times. What exists after the warm-up is the baseline, such as caches made lazily and shared
/// boards. What has increased at the end has leaked. All figures are counts, so the same code gives the same report. If
/// a count is all that has increased, the code runs again until the count levels off, or 20 runs are over: a cache with
/// a limit is no leak.
///
/// A check examines the subscriptions that `body` makes, also in tasks that it starts; the registries that it makes or
/// subscribes to; and the owners that it gives to ``LeakScope/track(_:fileID:line:)``. Other code that runs at the same
/// time is not examined, so checks may run side by side. Work on threads or dispatch queues counts if it runs in
/// ``LeakScope/perform(_:)``.
///
/// Needs the trait `Tracing`; throws ``LeakDetectorError/needsTracing`` without it.
///
/// Before the check believes that something is left, it looks again: another thread may be in the middle of a delivery,
/// or of the deinit of an owner. So each finding costs half a second.
///
/// Cost: `body` runs `warmup + cycles` times. When an owner is retained, `body` runs about once more for each line that
/// subscribed; when something grows, up to 19 times more, unless over 100,000 things are left. Between two runs: O(live
/// subscriptions and registries of the process, keys of its boards, types of its buses).
public enum LeakDetector {
  /// Checks `body`, which is done when it returns. Waits for `afterEachRun`, and for owners that another thread is
  /// deallocating.
  ///
  /// - Parameters:
  ///   - cycles: The number of runs of `body` that are counted; at least 1.
  ///   - warmup: The number of runs before the counted runs. With 0, all that is left counts.
  ///   - settle: Runs after each run of `body`, before the count. Use this closure to wait for your own queues and
  ///     threads.
  ///   - progress: Called after each run, on the calling thread.
  ///   - body: The code under check. Runs on the calling thread. Its local variables are released before the count
  ///     begins.
  /// - Returns: The findings, in a stable order.
  /// - Throws: ``LeakDetectorError``. If `body` throws, ``LeakDetectorError/bodyFailed(run:reason:)``, or the
  ///   `CancellationError` itself.
  public static func check(
    cycles: Int = 3, warmup: Int = 1, afterEachRun settle: () -> Void = {},
    progress: (LeakProgress) -> Void = { _ in }, _ body: (LeakScope) throws -> Void
  ) throws -> LeakReport {
    try check("", cycles: cycles, warmup: warmup, afterEachRun: settle, progress: progress, body)
  }

  /// Does the same, and gives the report a name.
  ///
  /// - Parameter name: The name of the report, such as that of a test.
  public static func check(
    _ name: String, cycles: Int = 3, warmup: Int = 1, afterEachRun settle: () -> Void = {},
    progress: (LeakProgress) -> Void = { _ in }, _ body: (LeakScope) throws -> Void
  ) throws -> LeakReport {
    let examination = try Examination(name: name, cycles: cycles, warmup: warmup)
    defer { examination.close() }
    while let scope = examination.begin() {
      do { try scope.perform { try body(scope) } } catch { throw examination.failure(error, scope) }
      settle()
      examination.dispose()
      examination.look()
      examination.end()
      progress(examination.progress)
    }
    return examination.report()
  }

  /// Checks `body`, which is done when it has been awaited. Then the check waits for work on its way: to the main actor
  /// or a queue, through `subscribe(on: MainActor.self)` or `deliver(on:)`, and to tasks that read `values`. A task
  /// that `body` has cancelled, or whose signal has ended, gets time to release what it holds. Work that does not
  /// arrive, because its queue is suspended for instance, is awaited for 10 seconds, and the report names it.
  ///
  /// A closure without `await` selects the synchronous function, which waits for nothing; write `{ scope async in … }`
  /// instead. The parameters are those of the synchronous function.
  public static func check(
    cycles: Int = 3, warmup: Int = 1, isolation: isolated (any Actor)? = #isolation,
    afterEachRun settle: () async -> Void = {}, progress: (LeakProgress) -> Void = { _ in },
    _ body: (LeakScope) async throws -> Void
  ) async throws -> LeakReport {
    try await check("", cycles: cycles, warmup: warmup, afterEachRun: settle, progress: progress, body)
  }

  /// Does the same, and gives the report a name.
  ///
  /// - Parameter name: The name of the report, such as that of a test.
  public static func check(
    _ name: String, cycles: Int = 3, warmup: Int = 1, isolation: isolated (any Actor)? = #isolation,
    afterEachRun settle: () async -> Void = {}, progress: (LeakProgress) -> Void = { _ in },
    _ body: (LeakScope) async throws -> Void
  ) async throws -> LeakReport {
    let examination = try Examination(name: name, cycles: cycles, warmup: warmup)
    return try await examination.run(afterEachRun: settle, progress: progress, body)
  }

  /// Checks `body`, which runs once if it leaves nothing behind. Otherwise the first run is the warm-up, and one run is
  /// counted: what is left only once, by the first use of a singleton for instance, is no leak.
  package static func checkOnce(
    _ name: String, isolation: isolated (any Actor)? = #isolation, progress: (LeakProgress) -> Void = { _ in },
    _ body: (LeakScope) async throws -> Void
  ) async throws -> LeakReport {
    try await Examination(name: name, cycles: 1, warmup: 0, confirms: true)
      .run(afterEachRun: {}, progress: progress, body)
  }

  /// Returns all live registries, in the order in which they were made. O(live subscriptions and registries of the
  /// process).
  ///
  /// - Throws: ``LeakDetectorError/needsTracing``.
  public static func census() throws -> [LiveRegistry] {
    guard LeakProbe.isAvailable else { throw LeakDetectorError.needsTracing }
    LeakProbe.sweep()
    return LiveRegistry.all()
  }
}

extension Examination {
  fileprivate func run(
    isolation: isolated (any Actor)? = #isolation, afterEachRun settle: () async -> Void,
    progress: (LeakProgress) -> Void, _ body: (LeakScope) async throws -> Void
  ) async throws -> LeakReport {
    defer { close() }
    while let scope = begin() {
      try Task.checkCancellation()
      do {
        try await LeakScope.$running.withValue(scope) {
          try await CensusScope.$current.withValue(census) {
            // A check inside work that counts for another check counts for itself.
            try await QueueHops.$check.withValue(0) { try await body(scope) }
          }
        }
      } catch {
        throw failure(error, scope)
      }
      await settle()
      await waitForHops()
      dispose()
      await waitForHops()
      await look()
      end()
      progress(self.progress)
    }
    return report()
  }
}

/// The reason why a check could not be made.
public enum LeakDetectorError: Error, Equatable, CustomStringConvertible {
  /// The program was built without the trait `Tracing`.
  case needsTracing
  /// The code under check threw in this run. Runs are counted from 1, including the warm-up.
  case bodyFailed(run: Int, reason: String)

  /// The reason and the remedy.
  public var description: String {
    switch self {
    case .needsTracing:
      """
      The leak detector needs the trait “Tracing”, and this program was built without the trait. Build or test with \
      `--traits Tracing`, or enable the trait where you depend on the package: .package(…, traits: ["Tracing"]).
      """
    case .bodyFailed(let run, let reason): "The code under check threw an error in run \(run): \(reason)"
    }
  }
}

internal import SwitchboardSignals
internal import SwitchboardTracing

/// Finds subscriptions that outlive their use, owners that their own subscriptions keep alive, and registries that do not
/// shrink; and names the source line.
///
/// ```swift
/// let report = try LeakDetector.check { scope in
///   let player = scope.track(Player())
///   clock.subscribe { _ in player.advance() }   // holds the player
/// }
/// print(report)   // retained: … by the subscription at App/PlayerTests.swift:12
/// ```
/// The code runs several times. What is there after the warm-up is the baseline: lazily made caches, shared boards. Whatever
/// there is more of at the end has leaked. All figures are counts, so the same code gives the same report.
///
/// What is looked at: subscriptions that `body` makes, in tasks that it starts too; the registries that it makes or
/// subscribes to; and owners that it gives to ``LeakScope/track(_:fileID:line:)``. What other code does at the same time is
/// not, so checks may run side by side. Work on threads or dispatch queues counts if it runs in ``LeakScope/perform(_:)``.
///
/// Needs the trait `Tracing`; throws ``LeakDetectorError/needsTracing`` without.
///
/// Cost: `body` runs `warmup + cycles` times, and when an owner is retained about once more for each line that
/// subscribed; between two runs O(live subscriptions and registries of the process).
public enum LeakDetector {
  /// Checks `body`, which is done when it returns. Waits for nothing but `settle`.
  ///
  /// - Parameters:
  ///   - name: What the report is called.
  ///   - cycles: How often `body` runs and is counted; at least 1.
  ///   - warmup: How often it runs before. 0: everything that is left counts.
  ///   - settle: Runs after each run of `body`, before anything is counted: waits for queues and threads of your own.
  ///   - body: Runs on the calling thread. Its local variables are gone when the count begins.
  /// - Returns: What was found, in a stable order.
  /// - Throws: What `body` throws, and ``LeakDetectorError``.
  public static func check(
    _ name: String = "", cycles: Int = 3, warmup: Int = 1, settle: () -> Void = {},
    _ body: (LeakScope) throws -> Void
  ) throws -> LeakReport {
    let examination = try Examination(name: name, cycles: cycles, warmup: warmup)
    defer { examination.close() }
    while let scope = examination.begin() {
      do { try scope.perform { try body(scope) } } catch { throw examination.failure(error, scope) }
      settle()
      examination.dispose()
      examination.end()
    }
    return examination.report()
  }

  /// Checks `body`, which is done when it has been awaited. What is on its way by then is waited for: to the main actor or a
  /// queue, through `subscribe(on: MainActor.self)` or `deliver(on:)`, and to tasks that read `values`. A task that `body` has
  /// cancelled, or whose signal has ended, is given time to let go of what it holds.
  ///
  /// A closure that awaits nothing is taken for the other form, which waits for nothing: write `{ scope async in … }`.
  /// For the parameters see there.
  public static func check(
    _ name: String = "", cycles: Int = 3, warmup: Int = 1, isolation: isolated (any Actor)? = #isolation,
    settle: () async -> Void = {}, _ body: (LeakScope) async throws -> Void
  ) async throws -> LeakReport {
    let examination = try Examination(name: name, cycles: cycles, warmup: warmup)
    defer { examination.close() }
    while let scope = examination.begin() {
      do {
        try await LeakScope.$running.withValue(scope) {
          try await CensusScope.$current.withValue(examination.census) { try await body(scope) }
        }
      } catch {
        throw examination.failure(error, scope)
      }
      await settle()
      await QueueHops.drain()
      examination.dispose()
      await QueueHops.drain()
      await examination.letTasksEnd()
      examination.end()
    }
    return examination.report()
  }

  /// All live registries, in the order in which they were made. O(what is alive).
  ///
  /// - Throws: ``LeakDetectorError/needsTracing``.
  public static func census() throws -> [LiveRegistry] {
    guard LeakProbe.isAvailable else { throw LeakDetectorError.needsTracing }
    SweptChains.shared.sweep()
    return LiveRegistry.all()
  }
}

import Foundation
package import Testing

/// The time in seconds after which anything in the tests counts as hung. Nothing else in the tests looks at a clock.
/// The time is far longer than the longest test needs under ThreadSanitizer on a busy machine.
///
/// `SWITCHBOARD_TEST_PATIENCE` sets the time. The runner of mutations sets a short time, because mutants that hang
/// are expected.
package let patience: TimeInterval =
  ProcessInfo.processInfo.environment["SWITCHBOARD_TEST_PATIENCE"].flatMap(TimeInterval.init) ?? 300

package struct DidNotFinish: Error, CustomStringConvertible {
  package let description: String
}

/// Runs each body on its own thread, begins all of them at the same time, and returns when all have ended.
///
/// - Throws: ``DidNotFinish`` when a body hangs. Its thread is left behind, so that the other tests can go on.
package func onThreads(_ bodies: [@Sendable () -> Void]) throws {
  let arrived = Counter()
  let threads = bodies.map { body in
    RunningThread {
      arrived.increment()
      while arrived.value < bodies.count { sched_yield() }
      body()
    }
  }
  for thread in threads { try thread.join() }
}

/// The watchdog: runs `body` on its own thread, and returns the result of `body`.
///
/// Expectations belong after the call: on another thread they cannot name their test.
///
/// - Throws: ``DidNotFinish`` when `body` hangs.
package func watched<Result: Sendable>(_ body: @escaping @Sendable () -> Result) throws -> Result {
  let result = Guarded<Result?>(nil)
  try RunningThread {
    let value = body()
    result.with { $0 = value }
  }.join()
  return try #require(result.with { $0 })
}

/// A thread that has been started and can be waited for.
package final class RunningThread: Sendable {
  private let ended = Gate()

  package init(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { [ended] in
      body()
      ended.open()
    }
  }

  package func join() throws {
    if !ended.isOpenedInTime() { throw DidNotFinish(description: "did not finish within \(Int(patience)) s") }
  }
}

/// A gate that lets threads wait until `open()` is called. An open gate stays open.
package final class Gate: @unchecked Sendable {
  // Sound: `isOpen` is touched only under the condition's lock.
  private let condition = NSCondition()
  private var isOpen = false

  package init() {}

  package func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  package func wait(sourceLocation: SourceLocation = #_sourceLocation) {
    if !isOpenedInTime() {
      Issue.record("a gate was not opened within \(Int(patience)) s", sourceLocation: sourceLocation)
    }
  }

  fileprivate func isOpenedInTime() -> Bool {
    var limit = Limit()
    return condition.withLock {
      while !isOpen {
        if limit.isOver { return false }
        _ = condition.wait(until: limit.nextLook)
      }
      return true
    }
  }
}

/// Gives the processor to other threads until `condition` holds or `patience` is over.
package func yieldUntil(_ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  var limit = Limit()
  while !condition() {
    if limit.isOver {
      Issue.record("a condition was still false after \(Int(patience)) s", sourceLocation: sourceLocation)
      return
    }
    sched_yield()
  }
}

/// Says when the wait of a thread counts as hung: when `patience` is over and the thread pool has had turns for new
/// work since then. All tests share the pool, so what a thread waits for may be behind the bodies of many tests.
private struct Limit {
  private static let turns = 10
  private let patienceEnds = Date(timeIntervalSinceNow: patience)
  private var poolTurns: Counter?

  /// The time of the next look at ``isOver``.
  var nextLook: Date { max(patienceEnds, Date(timeIntervalSinceNow: 1)) }

  var isOver: Bool {
    mutating get {
      if Date() < patienceEnds { return false }
      // The waiting thread may itself be one that the pool needs.
      if Date() > patienceEnds + 2 * patience { return true }
      if let poolTurns { return poolTurns.value >= Self.turns }
      let counter = Counter()
      poolTurns = counter
      Task.detached {
        for _ in 0..<Self.turns {
          counter.increment()
          await Task.yield()
        }
      }
      return false
    }
  }
}

/// Gives way to other tasks until `condition` holds or `patience` is over. Other tests may block the thread for long,
/// so the wait fails only after many turns.
package func yielding(until condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async {
  let limit = Date(timeIntervalSinceNow: patience)
  var turns = 0
  while !condition() {
    if turns > 10_000, Date() > limit {
      Issue.record("a condition was still false after \(Int(patience)) s", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
    turns += 1
  }
}

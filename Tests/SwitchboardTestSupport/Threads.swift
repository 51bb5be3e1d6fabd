import Foundation
package import Testing

/// How long anything in the tests may take before it counts as hung. Nothing else in the tests looks at a clock. Far more
/// than the longest needs under ThreadSanitizer on a machine that does other things too: a hang has time.
///
/// `SWITCHBOARD_TEST_PATIENCE` sets it in seconds; `Tests/mutations.sh` does, because a mutant that hangs is expected.
package let patience: TimeInterval =
  ProcessInfo.processInfo.environment["SWITCHBOARD_TEST_PATIENCE"].flatMap(TimeInterval.init) ?? 300

package struct DidNotFinish: Error, CustomStringConvertible {
  package let description: String
}

/// Runs each body on a thread of its own, all let go at once, and returns when all have ended.
///
/// - Throws: ``DidNotFinish`` when one hangs. Its thread is left behind, so that the other tests can go on.
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

/// The watchdog: runs `body` on a thread of its own and returns what it returns.
///
/// Expectations belong behind the call: on a foreign thread they cannot name their test.
///
/// - Throws: ``DidNotFinish`` when it hangs.
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

/// Closed at first. Threads wait in front of it until somebody opens it, for good.
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
    let limit = Date(timeIntervalSinceNow: patience)
    return condition.withLock {
      while !isOpen {
        if !condition.wait(until: limit) { return isOpen }
      }
      return true
    }
  }
}

/// Gives the processor to others until `condition` holds or the patience is at an end.
package func yieldUntil(_ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  let limit = Date(timeIntervalSinceNow: patience)
  while !condition() {
    if Date() > limit {
      Issue.record("a condition did not come true within \(Int(patience)) s", sourceLocation: sourceLocation)
      return
    }
    sched_yield()
  }
}

/// The same for asynchronous tests: gives way to other tasks. Those may be tests that block the thread for long, so the patience
/// is at an end only after many turns.
package func yielding(until condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async {
  let limit = Date(timeIntervalSinceNow: patience)
  var turns = 0
  while !condition() {
    if turns > 10_000, Date() > limit {
      Issue.record("a condition did not come true within \(Int(patience)) s", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
    turns += 1
  }
}

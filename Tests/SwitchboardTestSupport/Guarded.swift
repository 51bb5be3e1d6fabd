import Foundation

/// A value behind a lock. The lock is a POSIX lock and not a `Mutex`, because ThreadSanitizer sees POSIX locks.
package final class Guarded<Value>: @unchecked Sendable {
  // Sound: `value` is touched only under `lock`.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// A list of what happened, in order, written from any thread.
package final class Journal<Entry: Sendable>: Sendable {
  private let lines = Guarded<[Entry]>([])

  package init() {}

  package var entries: [Entry] { lines.with { $0 } }

  package func add(_ entry: Entry) { lines.with { $0.append(entry) } }
  package func clear() { lines.with { $0 = [] } }
}

/// A list without a lock. ThreadSanitizer reports two handlers that should be serial but write to it at the same time.
package final class UnguardedList: @unchecked Sendable {
  // Sound if the code under test keeps its promises, which is what is being tested.
  package var entries: [Int] = []

  package init() {}
}

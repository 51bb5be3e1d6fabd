import Foundation

/// A value behind a lock. A POSIX lock and not `Mutex`, because ThreadSanitizer sees it.
final class Guarded<Value>: @unchecked Sendable {
  // Sound: `value` is touched only under `lock`.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// What happened, in order, from any thread.
final class Journal<Entry: Sendable>: Sendable {
  private let lines = Guarded<[Entry]>([])

  var entries: [Entry] { lines.with { $0 } }

  func note(_ entry: Entry) { lines.with { $0.append(entry) } }
  func clear() { lines.with { $0 = [] } }
}

/// A list without a lock: if two handlers that ought to be serial write to it at once, ThreadSanitizer says so.
final class UnguardedList: @unchecked Sendable {
  // Sound if the code under test keeps its promises, which is what is being tested.
  var entries: [Int] = []
}

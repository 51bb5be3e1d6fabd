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

extension Guarded where Value: Sendable {
  var current: Value { with { $0 } }

  /// What was there is released with no lock held: its deinit may come back here.
  func set(_ new: Value) {
    let old = with { value in
      let old = value
      value = new
      return old
    }
    withExtendedLifetime(old) {}
  }
}

/// What happened, in order, from any thread.
final class Journal: Sendable {
  private let lines = Guarded<[String]>([])

  var entries: [String] { lines.current }

  func note(_ entry: String) { lines.with { $0.append(entry) } }
  /// An action that notes `entry`.
  func noting(_ entry: String) -> @Sendable () -> Void { { self.note(entry) } }
}

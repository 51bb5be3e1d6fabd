import SwitchboardTestSupport

extension Guarded where Value: Sendable {
  var current: Value { with { $0 } }

  /// Stores `new`. Releases the old value without the lock, since its deinit may call this object.
  func set(_ new: Value) {
    let old = with { value in
      let old = value
      value = new
      return old
    }
    withExtendedLifetime(old) {}
  }
}

/// A list of what happened, in order, written from any thread.
final class Journal: Sendable {
  private let lines = Guarded<[String]>([])

  var entries: [String] { lines.current }

  func add(_ entry: String) { lines.with { $0.append(entry) } }
  /// Returns an action that adds `entry`.
  func adding(_ entry: String) -> @Sendable () -> Void { { self.add(entry) } }
}

import SwitchboardTestSupport

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

/// Lets those who wait have their turn one after the other.
final class Turns: @unchecked Sendable {
  // Sound: the variables are touched only by work of the link's worker, one piece at a time.

  /// One who has, waits for, or has had a turn.
  final class Turn: Sendable {}

  private var waiting: [(turn: Turn, begin: () -> Void)] = []
  private var current: Turn?

  /// Calls `begin` when it is this one's turn, maybe at once.
  func take(_ turn: Turn, _ begin: @escaping () -> Void) {
    waiting.append((turn, begin))
    next()
  }

  /// Ends a turn, or the wait for it. A second call does nothing.
  func end(_ turn: Turn) {
    waiting.removeAll { $0.turn === turn }
    if current === turn { current = nil }
    next()
  }

  private func next() {
    guard current == nil, !waiting.isEmpty else { return }
    let (turn, begin) = waiting.removeFirst()
    current = turn
    begin()
  }
}

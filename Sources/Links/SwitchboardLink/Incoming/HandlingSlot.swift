/// The right to handle an event alone. One claim after the other has the slot, first in, first out.
final class HandlingSlot: @unchecked Sendable {
  // Sound: the variables are touched only by work of the link's worker, one piece at a time.

  /// A claim that has, waits for, or has had the slot.
  final class Claim: Sendable {}

  private var waiting: [(claim: Claim, begin: () -> Void)] = []
  private var current: Claim?

  /// Calls `begin` when the claim has the slot, maybe at once.
  func take(_ claim: Claim, _ begin: @escaping () -> Void) {
    waiting.append((claim, begin))
    next()
  }

  /// Ends a claim, whether it has the slot or waits for it. A second call does nothing.
  func release(_ claim: Claim) {
    waiting.removeAll { $0.claim === claim }
    if current === claim { current = nil }
    next()
  }

  private func next() {
    guard current == nil, !waiting.isEmpty else { return }
    let (claim, begin) = waiting.removeFirst()
    current = claim
    begin()
  }
}

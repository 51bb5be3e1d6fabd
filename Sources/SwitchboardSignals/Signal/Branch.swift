public import SwitchboardBroadcast

/// The part of a chain that belongs to one of an operator's several sources. The operator can end a branch before the
/// other sources end.
///
/// ```
/// Chain ──strong──▶ Branch ──strong──▶ upstream
///   ▲                 │
///   └───── weak ──────┘ onLoss
/// ```
/// The reference to the chain is weak. If the source releases its sink, no object is left that could cut a strong
/// cycle.
@usableFromInline
final class Branch: Chain, @unchecked Sendable {
  // Sound: the property that `Branch` adds is constant.

  /// The closure for an end of the branch that its operator did not cause: the source was deallocated, or the whole
  /// chain ends.
  @usableFromInline let onLoss: @Sendable () -> Void

  @inlinable
  init(onLoss: @escaping @Sendable () -> Void) { self.onLoss = onLoss }

  /// Makes a branch whose loss ends `chain`, because no other source can send any more.
  @inlinable
  convenience init(carrying chain: Chain) { self.init(onLoss: { [weak chain] in chain?.dispose() }) }

  @inlinable override func detach() { if finish() { onLoss() } }
}

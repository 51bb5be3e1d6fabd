public import SwitchboardBroadcast

/// The part of a chain that an operator keeps for one of several sources, to end it before the others.
///
/// ```
/// Chain ──strong──▶ Branch ──strong──▶ upstream
///   ▲                 │
///   └───── weak ──────┘ onLoss
/// ```
/// Weak, because a source that lets go of its sink leaves nobody who could cut a cycle.
@usableFromInline
final class Branch: Chain, @unchecked Sendable {
  // Sound: what it adds is constant.

  /// Called when the branch ends and its operator did not end it: the source died, or the whole chain ends.
  @usableFromInline let onLoss: @Sendable () -> Void

  @inlinable
  init(onLoss: @escaping @Sendable () -> Void) { self.onLoss = onLoss }

  /// A branch of `chain` whose loss is the end of all of it: nothing else can send any more.
  @inlinable
  convenience init(carrying chain: Chain) { self.init(onLoss: { [weak chain] in chain?.dispose() }) }

  @inlinable override func detach() { if finish() { onLoss() } }
}

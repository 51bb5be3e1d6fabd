import SwitchboardBroadcast

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
class Branch: Chain, @unchecked Sendable {
  // Sound: the properties that `Branch` adds are constant.

  /// The place of the source among the sources of a ``Join``.
  private let number: Int
  /// Called with the number for an end of the branch that its operator did not cause: the source was deallocated, or
  /// the whole chain ends.
  private let onLoss: @Sendable (Int) -> Void

  @usableFromInline
  init(_ number: Int = 0, onLoss: @escaping @Sendable (Int) -> Void) { (self.number, self.onLoss) = (number, onLoss) }

  @usableFromInline override func detach() { if finish() { isLost() } }

  final func isLost() { onLoss(number) }

  /// The bit of the state that says that the signal can do without the source, such as a trigger. An end of the source
  /// ends only the branch. A side that is silent keeps nothing going: when the other sources have ended, nothing can be
  /// sent any more.
  static var side: UInt32 { 1 << 28 }

  /// The bit of the state that says that a timer or another signal sends beside the source. If the source's producer
  /// releases its observer, only the branch ends: a waiting value is still sent at its time, and a trigger can still
  /// complete the signal. The chain ends when the timer and the other signal have released the operator's observer too.
  private static var accompanied: UInt32 { 1 << 27 }

  func accompany() -> Self {
    _ = mark(Self.accompanied)
    return self
  }

  @usableFromInline override func abandon() { if isMarked(Self.accompanied) { _ = finish() } else { dispose() } }
}

extension Chain {
  /// Adds a branch for one of several sources. A terminal event of the source ends only the branch, if the sink of the
  /// source calls ``leave(_:)`` first. Each operator makes that sink itself: a function that took the operator's
  /// closure for the terminal event would put the closure into another, which costs 48 bytes for each subscription.
  ///
  /// - Parameter onLoss: Called if the source ends without a terminal event, or the chain ends. Must not keep the chain
  ///   alive. If nil, the chain ends, because no other source can send any more.
  @usableFromInline
  func branch(onLoss: (@Sendable (Int) -> Void)? = nil) -> Branch {
    let branch = Branch(onLoss: onLoss ?? { [weak self] _ in self?.dispose() })
    add(branch)
    return branch
  }

  /// Adds a branch without which the signal can do: see ``Branch/side``. A terminal event ends the branch if the sink
  /// of the source calls ``leave(_:)`` or ``finish()``.
  @usableFromInline
  func side() -> Branch {
    let side = Branch(onLoss: { _ in })
    _ = side.mark(Branch.side)
    add(side)
    return side
  }

  /// Ends this branch of `chain`, because its source has sent a terminal event, and releases it from `chain`.
  @usableFromInline
  func leave(_ chain: Chain) {
    chain.remove(self)
    _ = finish()
  }
}

extension Signal {
  /// Connects this signal as one source of an operator whose events go through `observer`. If the source is deallocated
  /// without a terminal event, the chain ends without a terminal event, after the events that `observer` has accepted.
  ///
  /// The source gets a branch, because the end of a source ends the chain that the source received. If another thread
  /// is delivering, the terminal event of the source still waits in `observer` at that time, and must not be lost.
  ///
  /// - Parameter isAccompanied: Whether events can come after the source's producer has released its observer.
  @usableFromInline
  func attach<Input: Sendable>(
    to observer: Observer<Input, any Error>, partOf chain: Chain, isAccompanied: Bool = true,
    value: @escaping @Sendable (Value) -> Void
  ) {
    let source = observer.branch(of: chain, isAccompanied: isAccompanied)
    attach(
      Sink(
        value: value,
        terminal: { terminal in
          source.leave(chain)
          observer.send(terminal)
        }),
      source)
  }
}

extension Observer {
  /// Adds the branch of a source whose loss ends `chain` without an event, after the events that this observer has
  /// accepted.
  @usableFromInline
  func branch(of chain: Chain, isAccompanied: Bool) -> Branch {
    let join = Join(1, broadcaster.registry, chain)
    let branch = Branch(onLoss: { join.isLost($0) })
    chain.add(isAccompanied ? branch.accompany() : branch)
    return branch
  }
}

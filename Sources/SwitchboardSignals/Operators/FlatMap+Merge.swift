public import SwitchboardBroadcast
public import Synchronization

extension SignalProtocol {
  @inlinable
  func flatMapMerging<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let outer = signal
    return Signal(attach: { sink, chain in
      let flattening = Flattening<Output, Failure>(sink, chain, sink.value)
      // The outer sink's and not the flattening's, which it keeps.
      let spare = SerialState<MergedInner<Output, Failure>?>(nil)
      flattening.attachOuter(outer) { value in
        if flattening.hasEnded { return }
        let signal = transform(value)
        if flattening.hasEnded { return }
        var inner = spare.value.take() ?? MergedInner(flattening)
        inner.attach(signal)
        guard inner.hasEndedWithin() else { return }
        if isKnownUniquelyReferenced(&inner), inner.branch.revive() {
          spare.value = inner
        } else {
          inner.branch.membership.end()
        }
      }
    })
  }
}

/// One of the signals that are merged: where it sends, and its branch.
///
/// Many end inside their subscription, as `just` does, and leave nothing behind; then the next signal gets the same inner and
/// branch, and costs no allocation, no lock, and no count.
@usableFromInline
final class MergedInner<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let flattening: Flattening<Value, Failure>
  @usableFromInline let branch: MergedBranch

  @inlinable
  init(_ flattening: Flattening<Value, Failure>) {
    self.flattening = flattening
    branch = MergedBranch(onLoss: flattening.lost)
    SignalProbe.adopted(branch, by: flattening.chain)
    flattening.inners.add(branch)
  }

  // Not inlined, so that the sink is gone when the caller asks who has kept it.
  @inlinable @inline(never)
  func attach(_ signal: Signal<Value, Failure>) {
    if branch.isDisposed { return }
    signal.attach(Sink(value: { self.flattening.observer.send($0) }, terminal: { self.end($0) }), branch)
  }

  @inlinable
  func end(_ terminal: Terminal<Failure>) {
    switch branch.progress.exchange(.ended, ordering: .acquiringAndReleasing) {
    case .attaching:
      branch.endWithin()
      // The outer source runs, so this is not the last; it has not been counted, and ``hasEndedWithin()`` sees that it need not be.
      if case .error = terminal { flattening.running.oneEnded(terminal, flattening.observer, flattening.chain) }
    case .running:
      _ = branch.finish()
      flattening.running.oneEnded(terminal, flattening.observer, flattening.chain)
    case .ended, .lost: break
    }
  }

  /// To be called when the signal has been attached, while the outer source runs. Counts the signal if it goes on; returns whether it
  /// has ended by an event.
  @inlinable
  func hasEndedWithin() -> Bool {
    if branch.progress.load(ordering: .acquiring) == .attaching {
      flattening.running.oneMore()
      if branch.progress.begin() { return false }
      // It has ended meanwhile; the outer source runs, so that was not the last.
      _ = flattening.running.oneCompleted()
    }
    if branch.progress.load(ordering: .acquiring) == .ended { return true }
    flattening.running.hasLost.store(true, ordering: .releasing)
    return false
  }
}

/// The branch of a merged signal.
@usableFromInline
final class MergedBranch: Chain, @unchecked Sendable {
  // Sound: what it adds is atomic or constant.

  @usableFromInline
  enum Progress: UInt8, AtomicRepresentable {
    /// Not counted as running.
    case attaching
    case running
    /// By an event.
    case ended
    /// Without one.
    case lost
  }

  @usableFromInline let progress = Atomic<Progress>(.attaching)
  @usableFromInline let onLoss: @Sendable () -> Void

  @inlinable init(onLoss: @escaping @Sendable () -> Void) { self.onLoss = onLoss }

  /// Ends it inside its subscription, for whoever goes on sending until it has ended, but does not leave the bag.
  @inlinable
  func endWithin() {
    if let state = endFromState(), state & Self.hasUpstream != 0 { disposeUpstream() }
  }

  /// Makes it active again, for another signal, if it was ended by ``endWithin()`` and nothing had been added to it. Whoever keeps a
  /// chain after its subscription has added what it keeps it for; so nobody else has this one.
  @inlinable
  func revive() -> Bool {
    guard isBlank else { return false }
    progress.store(.attaching, ordering: .relaxed)
    reactivate()
    return true
  }

  @inlinable override func detach() {
    guard finish() else { return }
    if progress.exchange(.lost, ordering: .acquiringAndReleasing) == .running { onLoss() }
  }
}

extension Atomic where Value == MergedBranch.Progress {
  /// Returns false if it has ended already.
  @inlinable
  borrowing func begin() -> Bool {
    compareExchange(expected: .attaching, desired: .running, ordering: .acquiringAndReleasing).exchanged
  }
}

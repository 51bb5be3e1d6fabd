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
      // The outer sink holds `spare`, and the flattening does not, because a `MergedInner` keeps the flattening alive.
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

/// One of the merged signals: the closures that receive its events, and its branch.
///
/// Many signals end inside their subscription, as `just` does, and leave nothing behind. The next signal then gets the
/// same `MergedInner` and branch, and costs no allocation, no lock, and no count.
@usableFromInline
final class MergedInner<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let flattening: Flattening<Value, Failure>
  @usableFromInline let branch: MergedBranch

  @inlinable
  init(_ flattening: Flattening<Value, Failure>) {
    self.flattening = flattening
    branch = MergedBranch(onLoss: flattening.lost)
    Probe.adopted(branch, by: flattening.chain)
    flattening.inners.add(branch)
  }

  // Not inlined: the sink must be released before the caller tests whether this object is uniquely referenced.
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
      // The outer source still runs, so this signal is not the last source. This signal has not been counted as
      // running, and ``hasEndedWithin()`` sees that no count is needed.
      if case .error = terminal { flattening.running.oneEnded(terminal, flattening.observer, flattening.chain) }
    case .running:
      _ = branch.finish()
      flattening.running.oneEnded(terminal, flattening.observer, flattening.chain)
    case .ended, .lost: break
    }
  }

  /// Counts the signal as running unless it has ended. Returns whether the signal has ended by a terminal event.
  ///
  /// The caller calls this function after attaching the signal, while the outer source runs.
  @inlinable
  func hasEndedWithin() -> Bool {
    if branch.progress.load(ordering: .acquiring) == .attaching {
      flattening.running.oneMore()
      if branch.begin() { return false }
      // The signal has ended meanwhile. The outer source still runs, so this signal was not the last source.
      _ = flattening.running.oneLess()
    }
    if branch.progress.load(ordering: .acquiring) == .ended { return true }
    flattening.running.hasLost.store(true, ordering: .releasing)
    return false
  }
}

/// The branch of a merged signal.
@usableFromInline
final class MergedBranch: Chain, @unchecked Sendable {
  // Sound: every property that this class adds is atomic or constant.

  @usableFromInline
  enum Progress: UInt8, AtomicRepresentable {
    /// The signal is being attached and is not counted as running.
    case attaching
    case running
    /// The signal has ended by a terminal event.
    case ended
    /// The signal has ended without a terminal event.
    case lost
  }

  @usableFromInline let progress = Atomic<Progress>(.attaching)
  @usableFromInline let onLoss: @Sendable () -> Void

  @inlinable init(onLoss: @escaping @Sendable () -> Void) { self.onLoss = onLoss }

  /// Marks the signal as running. Returns false if the signal has already ended.
  @inlinable
  func begin() -> Bool {
    progress.compareExchange(expected: .attaching, desired: .running, ordering: .acquiringAndReleasing).exchanged
  }

  /// Ends the branch inside the subscription of its signal. A source that sends in a loop sees the end and stops. The
  /// branch stays in the bag of the flattening.
  @inlinable
  func endWithin() {
    if let state = endFromState(), state & Self.hasUpstream != 0 { disposeUpstream() }
  }

  /// Makes the branch active again, for another signal. Returns false if something had been added to the branch.
  ///
  /// The caller has ended the branch by ``endWithin()``. Code that keeps a chain after the subscription has returned
  /// does so for something that it added to the chain. A branch to which nothing was added is therefore not used by any
  /// other code.
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

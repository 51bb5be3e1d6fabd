public import SwitchboardBroadcast

extension SignalProtocol {
  @inlinable
  func flatMapMerging<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let outer = signal
    return Signal(attach: { sink, chain in
      let flattening = Flattening<Output, Failure>(sink, chain, sink.value)
      // The outer sink holds `spare`, and the flattening does not, because an inner keeps the flattening alive.
      let spare = SerialState<MergedInner<Output, Failure>?>(nil)
      flattening.attachOuter(outer) { value in
        if flattening.hasEnded { return }
        let signal = transform(value)
        if flattening.hasEnded { return }
        let inner = spare.value.take() ?? MergedInner(flattening)
        inner.attach(signal)
        guard flattening.hasEndedWithin(inner.branch) else { return }
        var ended = consume inner
        if !isKnownUniquelyReferenced(&ended) {
          ended.branch.membership.end()
        } else if ended.branch.revive() {
          spare.value = consume ended
        }
      }
    })
  }
}

/// One of the merged signals.
@usableFromInline
final class MergedInner<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let flattening: Flattening<Value, Failure>
  @usableFromInline let branch: RecycledBranch

  @inlinable
  init(_ flattening: Flattening<Value, Failure>) {
    self.flattening = flattening
    branch = flattening.recycledBranch(onLoss: flattening.lost)
    flattening.inners.add(branch)
  }

  @inlinable func end(_ terminal: Terminal<Failure>) { flattening.end(branch, terminal) }

  // Not inlined: the sink must be released before the caller tests whether this object is uniquely referenced.
  @inlinable @inline(never)
  func attach(_ signal: Signal<Value, Failure>) {
    if branch.isDisposed { return }
    signal.attach(Sink(value: { self.flattening.observer.send($0) }, terminal: { self.end($0) }), branch)
  }
}

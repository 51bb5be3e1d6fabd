public import SwitchboardBroadcast

extension SignalProtocol {
  @inlinable
  func flatMapMerging<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let attach = signal.attach
    return Signal(isFlattening: true) { sink, chain in
      let flattening = Flattening(sink, chain) { $0.value }
      // The outer sink holds `spare`, and the flattening does not, because an inner keeps the flattening alive.
      let spare = SerialState<MergedInner<Output>?>(nil)
      flattening.attachOuter(attach) { value in
        if flattening.hasEnded { return }
        let signal = transform(value).untyped
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
    }
  }

  @inlinable
  func flatMapExhausting<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let attach = signal.attach
    return Signal(isFlattening: true) { sink, chain in
      let flattening = Flattening(sink, chain) { $0.value }
      let last = SerialState<RecycledBranch?>(nil)
      flattening.attachOuter(attach) { value in
        if flattening.hasEnded { return }
        // A signal that has ended, with or without a terminal event, makes room for the next signal.
        if let branch = last.value, !branch.isDisposed { return }
        let signal = transform(value).untyped
        if flattening.hasEnded { return }
        let inner = MergedInner(flattening)
        last.value = inner.branch
        inner.attach(signal)
        if flattening.hasEndedWithin(inner.branch) { inner.branch.membership.end() }
      }
    }
  }
}

/// One of the merged signals.
@usableFromInline
final class MergedInner<Value: Sendable>: Sendable {
  @usableFromInline let flattening: Flattening<Value, Value>
  @usableFromInline let branch: RecycledBranch

  @inlinable
  init(_ flattening: Flattening<Value, Value>) {
    self.flattening = flattening
    branch = flattening.recycledBranch()
    flattening.inners.add(branch)
  }

  @inlinable func end(_ terminal: Terminal) { flattening.end(branch, terminal) }

  // Not inlined: the sink must be released before the caller tests whether this object is uniquely referenced.
  @inlinable @inline(never)
  func attach(_ signal: Signal<Value, any Error>) {
    signal.attach(
      Sink(value: { self.flattening.observer.send($0) }, terminal: { self.end($0) }), branch, in: flattening.nested)
  }
}

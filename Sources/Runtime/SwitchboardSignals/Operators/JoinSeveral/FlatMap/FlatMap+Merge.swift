extension Signal {
  func flatMapMerging<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(isFlattening: true) { [attach] sink, chain in
      let observer = Observer(sink, partOf: chain)
      let flattening = Flattening(observer, chain) { $0.value }
      // The outer sink holds `spare`, and the flattening does not, because an inner keeps the flattening alive.
      let spare = SerialState<Inner?>(nil)
      flattening.attachOuter(attach) { value in
        if flattening.hasEnded { return }
        let signal = Signal<Output, any Error>(retyping: transform(value))
        if flattening.hasEnded { return }
        let inner = spare.value.take() ?? flattening.mergedInner()
        inner.attach(signal, observer)
        flattening.settle(consume inner, spare)
      }
    }
  }

  func flatMapExhausting<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(isFlattening: true) { [attach] sink, chain in
      let observer = Observer(sink, partOf: chain)
      let flattening = Flattening(observer, chain) { $0.value }
      let last = SerialState<RecycledBranch?>(nil)
      flattening.attachOuter(attach) { value in
        if flattening.hasEnded { return }
        // A signal that has ended, with or without a terminal event, makes room for the next signal.
        if let branch = last.value, !branch.isDisposed { return }
        let signal = Signal<Output, any Error>(retyping: transform(value))
        if flattening.hasEnded { return }
        let inner = flattening.mergedInner()
        last.value = inner.branch
        inner.attach(signal, observer)
        if flattening.hasEndedWithin(inner.branch) { inner.branch.membership.end() }
      }
    }
  }
}

extension Flattening {
  /// Makes the inner of one of the merged signals.
  fileprivate func mergedInner() -> Inner {
    let inner = Inner(recycledBranch(), in: self)
    inners.add(inner.branch)
    return inner
  }

  /// Keeps an inner for the next signal if its signal has ended inside the subscription. The caller has attached the
  /// signal.
  fileprivate func settle(_ inner: consuming Inner, _ spare: SerialState<Inner?>) {
    guard hasEndedWithin(inner.branch) else { return }
    if !isKnownUniquelyReferenced(&inner) {
      inner.branch.membership.end()
    } else if inner.branch.revive() {
      spare.value = inner
    }
  }
}

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
  /// Makes the inner of a merged signal.
  fileprivate func mergedInner() -> Inner {
    let inner = Inner(recycledBranch(), in: self)
    inners.add(inner.branch)
    return inner
  }

  /// Notes that the subscription to a signal has returned. If the signal has ended inside it, puts the inner into
  /// `spare`, if nothing else uses the inner.
  fileprivate func settle(_ inner: consuming Inner, _ spare: SerialState<Inner?>) {
    if hasEndedWithin(inner.branch) { inner.recycle(in: spare) }
  }
}

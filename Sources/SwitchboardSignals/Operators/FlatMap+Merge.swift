extension SignalProtocol {
  @inlinable
  func flatMapMerging<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let outer = signal
    return Signal(attach: { sink, chain in
      let flattening = Flattening<Output, Failure>(sink, chain, sink.value)
      let observer = flattening.observer
      flattening.attachOuter(outer) { value in
        if flattening.hasEnded { return }
        let inner = transform(value)
        if flattening.hasEnded { return }
        flattening.attach(inner, flattening.makeBranch()) { observer.send($0) }
      }
    })
  }

}

extension SignalProtocol {
  /// Sends each value with its number. Each subscription counts from 0. Source: RxSwift enumerated.
  ///
  /// Cost: one addition per value, one allocation per subscription.
  @inlinable
  public func enumerated() -> Signal<(index: Int, value: Value), Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let next = SerialState(0)
      attach(
        Sink(
          value: { value in
            let index = next.value
            next.value = index + 1
            sink.value((index, value))
          }, terminal: sink.terminal), chain)
    })
  }
}

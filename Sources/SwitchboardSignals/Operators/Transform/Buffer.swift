public import SwitchboardBroadcast

extension SignalProtocol {
  /// Collects values and sends them in arrays of `count`. On completion, sends the remaining values in a shorter array.
  /// An error discards the remaining values.
  ///
  /// Source: RxSwift buffer, Combine collect(_:).
  ///
  /// Cost: one array per `count` values.
  ///
  /// - Precondition: `count` is positive.
  @inlinable
  public func buffer(count: Int) -> Signal<[Value], Failure> {
    require(count > 0, "cannot send arrays of fewer than one value; use 1 or more")
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let values = SerialState<[Value]>([])
      attach(
        Sink(
          value: { value in
            values.value.append(value)
            guard values.value.count == count else { return }
            let full = values.value
            values.value = []
            sink.value(full)
          },
          terminal: { terminal in
            if case .completed = terminal, !values.value.isEmpty { sink.value(values.value) }
            if !chain.isDisposed { sink.terminal(terminal) }
          }), chain)
    })
  }
}

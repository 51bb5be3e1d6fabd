public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends each event, including the terminal event, as a value, then completes. Source: RACSignal materialize.
  @inlinable
  public func materialize() -> Signal<SignalEvent<Value, Failure>, Never> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      attach(
        Sink(
          value: { sink.value(.value($0)) },
          terminal: { terminal in
            switch terminal {
            case .error(let error): sink.value(.error(error))
            case .completed: sink.value(.completed)
            }
            if !chain.isDisposed { sink.terminal(.completed) }
          }),
        chain)
    })
  }
}

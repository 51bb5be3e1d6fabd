import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends each event, including the terminal event, as a value, then completes.
  public func materialize() -> Signal<SignalEvent<Value, Failure>, Never> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      attach(
        Sink(
          value: { sink.value(.value($0)) },
          terminal: { terminal in
            switch terminal {
            case .error(let error): sink.value(.error(typed(error)))
            case .completed: sink.value(.completed)
            }
            if !chain.isDisposed { sink.terminal(.completed) }
          }),
        chain)
    })
  }
}

extension SignalProtocol where Failure == Never {
  /// Turns values that are events back into events, the inverse of ``materialize()``. Drops the values that come after
  /// a terminal event.
  public func dematerialize<Inner: Sendable, InnerFailure: Error>() -> Signal<Inner, InnerFailure>
  where Value == SignalEvent<Inner, InnerFailure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      attach(
        Sink(
          value: { event in
            if chain.isDisposed { return }
            switch event {
            case .value(let value): sink.value(value)
            case .error(let error): sink.terminal(Terminal(error))
            case .completed: sink.terminal(.completed)
            }
          },
          terminal: { _ in if !chain.isDisposed { sink.terminal(.completed) } }),
        chain)
    })
  }
}

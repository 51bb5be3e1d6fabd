public import SwitchboardBroadcast

extension SignalProtocol {
  /// Continues with the signal that `recover` returns for an error. Source: RACSignal catch.
  ///
  /// The failed source is disposed before `recover` runs. No lock is held while `recover` runs. Cost: one call per
  /// value.
  @inlinable
  public func `catch`<NewFailure: Error>(
    _ recover: @escaping @Sendable (Failure) -> Signal<Value, NewFailure>
  ) -> Signal<Value, NewFailure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let source = Branch(carrying: chain)
      chain.add(source)
      attach(
        Sink(
          value: sink.value,
          terminal: { terminal in
            chain.remove(source)
            _ = source.finish()
            switch terminal {
            case .completed: sink.terminal(.completed)
            case .error(let error):
              if chain.isDisposed { return }
              let replacement = recover(error)
              if !chain.isDisposed { replacement.attach(sink, chain) }
            }
          }),
        source)
    })
  }
}

public import SwitchboardBroadcast

extension SignalProtocol {
  /// Continues with the signal that `recover` returns for an error. Source: RACSignal catch.
  ///
  /// The failed source is disposed before `recover` runs. No lock is held while `recover` runs. Cost: one call per
  /// value.
  @inlinable
  public func `catch`(_ recover: @escaping @Sendable (Failure) -> Signal<Value, Never>) -> Signal<Value, Never> {
    recovering(recover)
  }

  /// Continues with the signal, subject or property that `recover` returns for an error. The returned signal fails as
  /// that signal does.
  @inlinable
  @_disfavoredOverload
  public func `catch`<Replacement: SignalProtocol>(
    _ recover: @escaping @Sendable (Failure) -> Replacement
  ) -> Signal<Value, Replacement.Failure> where Replacement.Value == Value { recovering { recover($0).signal } }

  /// Continues with the signal that `recover` returns for an error, for a `recover` that begins with a dot or a
  /// context that gives the failure type.
  @inlinable
  @_disfavoredOverload
  public func `catch`<NewFailure: Error>(
    _ recover: @escaping @Sendable (Failure) -> Signal<Value, NewFailure>
  ) -> Signal<Value, NewFailure> { recovering(recover) }

  @inlinable
  func recovering<NewFailure: Error>(
    _ recover: @escaping @Sendable (Failure) -> Signal<Value, NewFailure>
  ) -> Signal<Value, NewFailure> {
    let source = signal
    return Signal(attach: { sink, chain in
      chain.attach(
        source, value: sink.value,
        terminal: { terminal in
          switch terminal {
          case .completed: sink.terminal(.completed)
          case .error(let error):
            if chain.isDisposed { return }
            let replacement = recover(error)
            if !chain.isDisposed { replacement.attach(sink, chain) }
          }
        })
    })
  }
}

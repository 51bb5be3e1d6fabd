public import SwitchboardBroadcast

extension SignalProtocol {
  /// Transforms an error into another error. Source: ReactiveSwift mapError.
  @inlinable
  public func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> Signal<Value, NewFailure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      attach(
        Sink(
          value: sink.value,
          terminal: { terminal in
            switch terminal {
            case .completed: sink.terminal(.completed)
            case .error(let error):
              let transformed = transform(error)
              if !chain.isDisposed { sink.terminal(.error(transformed)) }
            }
          }), chain)
    })
  }

  /// Sends `value` and completes instead of failing. Source: RxSwift catchAndReturn, Combine replaceError.
  @inlinable
  public func replaceError(with value: Value) -> Signal<Value, Never> {
    self.catch { _ in Signal<Value, Never>(one: value) }
  }
}

extension SignalProtocol where Failure == Never {
  /// Returns the same signal with another failure type, for code that needs a signal that may fail. Operators that join
  /// signals need no such call: they take signals that cannot fail beside signals that can. Source: Combine
  /// setFailureType, ReactiveSwift promoteError.
  ///
  /// Cost: nothing per value.
  @inlinable
  public func setFailureType<NewFailure: Error>(to type: NewFailure.Type) -> Signal<Value, NewFailure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      attach(Sink(value: sink.value, terminal: { _ in sink.terminal(.completed) }), chain)
    })
  }

  /// Returns the same signal with the failure type that the context gives.
  @inlinable
  func promoted<NewFailure: Error>() -> Signal<Value, NewFailure> { setFailureType(to: NewFailure.self) }
}

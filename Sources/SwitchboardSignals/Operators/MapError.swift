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
  public func replaceError(with value: Value) -> Signal<Value, Never> { self.catch { _ in .just(value) } }
}

extension SignalProtocol where Failure == Never {
  /// Returns the same signal with another failure type, for code that needs a signal that may fail. Source: Combine
  /// setFailureType, ReactiveSwift promoteError.
  @inlinable
  public func setFailureType<NewFailure: Error>(to type: NewFailure.Type) -> Signal<Value, NewFailure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      attach(Sink(value: sink.value, terminal: { _ in sink.terminal(.completed) }), chain)
    })
  }
}

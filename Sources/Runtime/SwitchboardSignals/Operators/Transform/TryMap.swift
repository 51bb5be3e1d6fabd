import SwitchboardBroadcast

extension SignalProtocol {
  /// Transforms each value, and fails with the error that `transform` throws.
  ///
  /// Cost: one call per value.
  ///
  /// - Parameter transform: Returns what to send for a value, or throws the error to fail with. Called on the sending
  ///   thread.
  public func tryMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Output
  ) -> Signal<Output, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      attach(
        Sink(
          value: { value in
            if chain.isDisposed { return }
            let output: Output
            do throws(Failure) { output = try transform(value) } catch {
              if !chain.isDisposed { sink.terminal(Terminal(error)) }
              return
            }
            sink.value(output)
          },
          terminal: { if !chain.isDisposed { sink.terminal($0) } }), chain)
    })
  }

  /// Checks each value before sending it. If `check` throws, fails with the thrown error without sending the value.
  ///
  /// - Parameter check: Throws the error to fail with, or returns. Called on the sending thread.
  public func attempt(
    _ check: @escaping @Sendable (Value) throws(Failure) -> Void
  ) -> Signal<Value, Failure> {
    tryMap { value throws(Failure) in
      try check(value)
      return value
    }
  }
}

extension SignalProtocol where Failure == Never {
  /// Transforms each value, and fails with the error that `transform` throws. See ``tryMap(_:)``.
  ///
  /// The type of errors is that of the closure: `any Error`, unless the closure says `throws(Fault)` or is a function
  /// that does.
  @_disfavoredOverload
  public func tryMap<Output: Sendable, NewFailure: Error>(
    _ transform: @escaping @Sendable (Value) throws(NewFailure) -> Output
  ) -> Signal<Output, NewFailure> { setFailureType(to: NewFailure.self).tryMap(transform) }

  /// Checks each value before sending it. See ``attempt(_:)``, and `tryMap(_:)` for the type of errors.
  @_disfavoredOverload
  public func attempt<NewFailure: Error>(
    _ check: @escaping @Sendable (Value) throws(NewFailure) -> Void
  ) -> Signal<Value, NewFailure> { setFailureType(to: NewFailure.self).attempt(check) }
}

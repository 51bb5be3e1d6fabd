import SwitchboardBroadcast

extension SignalProtocol {
  /// Continues with the signal that `recover` returns for an error.
  ///
  /// The failed source is disposed before `recover` runs. No lock is held while `recover` runs. When a signal fails
  /// inside its subscription, the next signal follows without recursion, also if `recover` returns a signal that itself
  /// has a `catch`. Cost: one call per value.
  ///
  /// - Parameter recover: Returns the signal that takes the place of the failed one. Called with the error, on the
  ///   thread that sends it.
  public func `catch`(_ recover: @escaping @Sendable (Failure) -> Signal<Value, Never>) -> Signal<Value, Never> {
    recovering(recover)
  }

  /// Continues with the signal, subject or property that `recover` returns for an error. The returned signal fails as
  /// that signal does.
  @_disfavoredOverload
  public func `catch`<Replacement: SignalProtocol>(
    _ recover: @escaping @Sendable (Failure) -> Replacement
  ) -> Signal<Value, Replacement.Failure> where Replacement.Value == Value { recovering { recover($0).signal } }

  /// Continues with the signal that `recover` returns for an error, for a `recover` that begins with a dot or a
  /// context that gives the failure type.
  @_disfavoredOverload
  public func `catch`<NewFailure: Error>(
    _ recover: @escaping @Sendable (Failure) -> Signal<Value, NewFailure>
  ) -> Signal<Value, NewFailure> { recovering(recover) }

  func recovering<NewFailure: Error>(
    _ recover: @escaping @Sendable (Failure) -> Signal<Value, NewFailure>
  ) -> Signal<Value, NewFailure> {
    let source = signal
    return Signal { _, sink, chain in
      let succession = Succession<Value>()
      let branch = chain.branch()
      source.attach(
        Sink(
          value: sink.value,
          terminal: { terminal in
            branch.leave(chain)
            switch terminal {
            case .completed: sink.terminal(.completed)
            case .error(let error):
              if chain.isDisposed { return }
              let replacement = recover(typed(error)).untyped
              if succession.ends(with: replacement) { replacement.attachInTurn(sink, chain) }
            }
          }), branch)
      return succession.returns()
    }
  }

  /// Transforms an error into another error.
  ///
  /// - Parameter transform: Returns the error to send instead. Called at most once for each subscription.
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
              let transformed = transform(typed(error))
              if !chain.isDisposed { sink.terminal(Terminal(transformed)) }
            }
          }), chain)
    })
  }

  /// Sends `value` and completes instead of failing.
  ///
  /// - Parameter value: The value to send in place of the error.
  public func replaceError(with value: Value) -> Signal<Value, Never> {
    self.catch { _ in Signal<Value, Never>(one: value) }
  }
}

extension SignalProtocol where Failure == Never {
  /// Returns the same signal with another failure type, for code that needs a signal that may fail. Operators that join
  /// signals need no such call: they take signals that cannot fail beside signals that can.
  ///
  /// Cost: nothing per value.
  ///
  /// - Parameter type: The new failure type, such as `Fault.self`.
  public func setFailureType<NewFailure: Error>(to type: NewFailure.Type) -> Signal<Value, NewFailure> {
    // Without the details, and so without the name, like every operator.
    Signal(checksChain: signal.checksChain, isFlattening: signal.isFlattening, attach: signal.attach)
  }

  /// Returns the same signal with the failure type that the context gives.
  @usableFromInline
  func promoted<NewFailure: Error>() -> Signal<Value, NewFailure> { setFailureType(to: NewFailure.self) }
}

public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends the result of `transform` for each value of this signal and the latest value of `other`. Sends nothing until
  /// `other` has sent a value.
  ///
  /// Subscribes to `other` first. Ignores completion of `other`, and an end of `other` without a terminal event. An
  /// error of `other` fails the returned signal. Deliveries are serial, whatever threads the two signals send on
  /// (promise R6).
  ///
  /// Cost: one send through an observer per value of either.
  ///
  /// - Parameters:
  ///   - other: The signal whose latest value is used. Its values send nothing themselves.
  ///   - transform: Makes the value to send of a value of this signal and the latest of `other`.
  @inlinable
  public func withLatestFrom<Other, Output: Sendable>(
    _ other: some SignalProtocol<Other, Failure>, _ transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Signal<Output, Failure> {
    let (source, other) = (signal, other.signal)
    return Signal(attach: { sink, chain in
      let latest = SerialState<Other?>(nil)
      let observer = Observer(
        Sink<EitherValue<Value, Other>>(
          value: { value in
            switch value {
            case .second(let second): latest.value = second
            case .first(let first):
              guard let second = latest.value else { return }
              let output = transform(first, second)
              if !chain.isDisposed { sink.value(output) }
            }
          }, terminal: sink.terminal), partOf: chain)
      let side = chain.side()
      other.attach(
        Sink(
          value: { observer.send(.second($0)) },
          terminal: { terminal in
            side.leave(chain)
            if case .error(let error) = terminal { observer.send(error: error) }
          }), side)
      if observer.isDisposed { return }
      source.attach(to: observer, partOf: chain, isAccompanied: false) { observer.send(.first($0)) }
    })
  }

  /// Sends the latest value of `other` whenever this signal sends. See `withLatestFrom(_:_:)`.
  ///
  /// - Parameter other: The signal whose latest value is used. Its values send nothing themselves.
  @inlinable
  public func withLatestFrom<Other>(_ other: some SignalProtocol<Other, Failure>) -> Signal<Other, Failure> {
    withLatestFrom(other) { $1 }
  }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Sends the result of `transform` for each value and the latest value of `other`. See ``withLatestFrom(_:_:)``.
  @inlinable
  @_disfavoredOverload
  public func withLatestFrom<Other, Output: Sendable>(
    _ other: some SignalProtocol<Other, Never>, _ transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Signal<Output, Failure> { withLatestFrom(other.promoted() as Signal<Other, Failure>, transform) }

  /// Sends the latest value of `other` whenever this signal sends. See ``withLatestFrom(_:)``.
  @inlinable
  @_disfavoredOverload
  public func withLatestFrom<Other>(_ other: some SignalProtocol<Other, Never>) -> Signal<Other, Failure> {
    withLatestFrom(other.promoted() as Signal<Other, Failure>)
  }
}

extension SignalProtocol where Failure == Never {
  /// Sends the result of `transform` for each value and the latest value of `other`. See ``withLatestFrom(_:_:)``.
  @inlinable
  @_disfavoredOverload
  public func withLatestFrom<Other, NewFailure, Output: Sendable>(
    _ other: some SignalProtocol<Other, NewFailure>, _ transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Signal<Output, NewFailure> { setFailureType(to: NewFailure.self).withLatestFrom(other, transform) }

  /// Sends the latest value of `other` whenever this signal sends. See ``withLatestFrom(_:)``.
  @inlinable
  @_disfavoredOverload
  public func withLatestFrom<Other, NewFailure>(
    _ other: some SignalProtocol<Other, NewFailure>
  ) -> Signal<Other, NewFailure> { setFailureType(to: NewFailure.self).withLatestFrom(other) }
}

import SwitchboardBroadcast

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
  public func withLatestFrom<Other, Output: Sendable>(
    _ other: some SignalProtocol<Other, Failure>, _ transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Signal<Output, Failure> {
    let (source, other) = (signal, other.signal)
    return Signal(attach: { sink, chain in
      let observer = source.observer(latestFrom: other, transform, sink, chain)
      if !observer.isDisposed {
        source.attach(to: observer, partOf: chain, isAccompanied: false) { observer.send($0) }
      }
    })
  }

  /// Sends the latest value of `other` whenever this signal sends. See `withLatestFrom(_:_:)`.
  ///
  /// - Parameter other: The signal whose latest value is used. Its values send nothing themselves.
  public func withLatestFrom<Other>(_ other: some SignalProtocol<Other, Failure>) -> Signal<Other, Failure> {
    withLatestFrom(other) { $1 }
  }
}

extension Signal {
  /// Makes the observer of this signal's values, and subscribes to `other`. Apart, so that the function that subscribes
  /// to the source needs little stack (promise R11).
  @inline(never)
  fileprivate func observer<Other: Sendable, Output: Sendable>(
    latestFrom other: Signal<Other, Failure>, _ transform: @escaping @Sendable (Value, Other) -> Output,
    _ sink: Sink<Output>, _ chain: Chain
  ) -> Observer<Value, any Error> {
    let latest = KeptValues(Other.self)
    let observer = Observer(
      Sink<Value>(
        value: { value in
          if latest.isEmpty { return }
          let output = latest.values.withFirst(Other.self) { transform(value, $0) }
          if !chain.isDisposed { sink.value(output) }
        }, terminal: sink.terminal), partOf: chain)
    let registry = observer.broadcaster.registry
    let side = chain.side()
    other.attach(
      Sink(
        value: { value in
          registry.perform(now: { latest.keepOnly(value) }, later: { { latest.keepOnly(value) } })
        },
        terminal: { terminal in
          side.leave(chain)
          if case .error(let error) = terminal { observer.send(error: error) }
        }), side)
    return observer
  }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Sends the result of `transform` for each value and the latest value of `other`. See ``withLatestFrom(_:_:)``.
  @_disfavoredOverload
  public func withLatestFrom<Other, Output: Sendable>(
    _ other: some SignalProtocol<Other, Never>, _ transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Signal<Output, Failure> { withLatestFrom(other.promoted() as Signal<Other, Failure>, transform) }

  /// Sends the latest value of `other` whenever this signal sends. See ``withLatestFrom(_:)``.
  @_disfavoredOverload
  public func withLatestFrom<Other>(_ other: some SignalProtocol<Other, Never>) -> Signal<Other, Failure> {
    withLatestFrom(other.promoted() as Signal<Other, Failure>)
  }
}

extension SignalProtocol where Failure == Never {
  /// Sends the result of `transform` for each value and the latest value of `other`. See ``withLatestFrom(_:_:)``.
  @_disfavoredOverload
  public func withLatestFrom<Other, NewFailure, Output: Sendable>(
    _ other: some SignalProtocol<Other, NewFailure>, _ transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Signal<Output, NewFailure> { setFailureType(to: NewFailure.self).withLatestFrom(other, transform) }

  /// Sends the latest value of `other` whenever this signal sends. See ``withLatestFrom(_:)``.
  @_disfavoredOverload
  public func withLatestFrom<Other, NewFailure>(
    _ other: some SignalProtocol<Other, NewFailure>
  ) -> Signal<Other, NewFailure> { setFailureType(to: NewFailure.self).withLatestFrom(other) }
}

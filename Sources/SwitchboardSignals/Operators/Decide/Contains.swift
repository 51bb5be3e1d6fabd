public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends true and completes as soon as a value satisfies `predicate`. Sends false if the signal completes without
  /// such a value. Source: RACSignal any:. Unlike RACSignal, passes an error on.
  @inlinable
  public func contains(where predicate: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
    deciding(otherwise: false) { predicate($0) ? true : nil }
  }

  /// Sends false and completes as soon as a value does not satisfy `predicate`. Sends true if the signal completes
  /// without such a value. Source: RACSignal all:. Unlike RACSignal, passes an error on.
  @inlinable
  public func allSatisfy(_ predicate: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
    deciding(otherwise: true) { predicate($0) ? nil : false }
  }

  /// Sends false with the first value, or true if the signal completes without a value; then completes.
  @inlinable public func isEmpty() -> Signal<Bool, Failure> { deciding(otherwise: true) { _ in false } }

  // Beside the asynchronous `first()`, an operator of this name would be taken by mistake in some closures.
  @available(*, unavailable, message: "write take(1) for a signal of the first value, or `await` the value")
  public func first() -> Signal<Value, Failure> { fatalError("unavailable") }

  /// Sends the first value that satisfies `predicate`, and completes. Source: Combine first(where:).
  @inlinable
  public func first(where predicate: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    filter(predicate).take(1)
  }

  /// Sends the last value that satisfies `predicate` after the signal has completed. Source: Combine last(where:).
  @inlinable
  public func last(where predicate: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    filter(predicate).take(last: 1)
  }

  /// Sends the first result of `decide` that is not nil, or `otherwise` if the signal completes without such a result;
  /// then completes.
  @inlinable
  func deciding<Decision: Sendable>(
    otherwise: Decision, _ decide: @escaping @Sendable (Value) -> Decision?
  ) -> Signal<Decision, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let hasDecided = SerialState(false)
      attach(
        Sink(
          value: { value in
            if hasDecided.value { return }
            guard let decision = decide(value) else { return }
            hasDecided.value = true
            sink.value(decision)
            if !chain.isDisposed { sink.terminal(.completed) }
          },
          terminal: { terminal in
            if hasDecided.value { return }
            sink.end(terminal, chain) { if !chain.isDisposed { sink.value(otherwise) } }
          }), chain)
    })
  }
}

extension SignalProtocol where Value: Equatable {
  /// Sends true and completes as soon as `value` comes. Sends false if the signal completes without `value`. See
  /// ``contains(where:)``.
  @inlinable public func contains(_ value: Value) -> Signal<Bool, Failure> { contains { $0 == value } }
}

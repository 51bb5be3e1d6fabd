extension SignalProtocol {
  /// Sends true and completes as soon as a value satisfies `predicate`. Sends false if the signal completes without
  /// such a value. Passes an error on.
  ///
  /// - Parameter predicate: Returns whether a value is one of those looked for. Called on the sending thread, until it
  ///   returns true.
  public func contains(where predicate: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
    deciding(otherwise: false) { predicate($0) ? true : nil }
  }

  /// Sends false and completes as soon as a value does not satisfy `predicate`. Sends true if the signal completes
  /// without such a value. Passes an error on.
  ///
  /// - Parameter predicate: Returns whether a value satisfies the condition. Called on the sending thread, until it
  ///   returns false.
  public func allSatisfy(_ predicate: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
    deciding(otherwise: true) { predicate($0) ? nil : false }
  }

  /// Sends false with the first value, or true if the signal completes without a value; then completes.
  public func isEmpty() -> Signal<Bool, Failure> { deciding(otherwise: true) { _ in false } }

  // Beside the asynchronous `first()`, an operator of this name would be taken by mistake in some closures.
  @available(*, unavailable, message: "write take(1) for a signal of the first value, or `await` the value")
  public func first() -> Signal<Value, Failure> { fatalError("unavailable") }

  /// Sends the first value that satisfies `predicate`, and completes.
  ///
  /// - Parameter predicate: Returns whether a value is one of those looked for. Called on the sending thread, until it
  ///   returns true.
  public func first(where predicate: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    filter(predicate).take(1)
  }

  /// Sends the last value that satisfies `predicate` after the signal has completed.
  ///
  /// - Parameter predicate: Returns whether a value is one of those looked for. Called with each value, on the sending
  ///   thread.
  public func last(where predicate: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    filter(predicate).take(last: 1)
  }

  /// Sends the first result of `decide` that is not nil, or `otherwise` if the signal completes without such a result;
  /// then completes.
  func deciding<Decision: Sendable>(
    otherwise: Decision, _ decide: @escaping @Sendable (Value) -> Decision?
  ) -> Signal<Decision, Failure> {
    compactMap(decide).take(1).ifEmpty(default: otherwise)
  }
}

extension SignalProtocol where Value: Equatable {
  /// Sends true and completes as soon as `value` comes. Sends false if the signal completes without `value`. See
  /// ``contains(where:)``.
  ///
  /// - Parameter value: The value to look for, compared with `==`.
  public func contains(_ value: Value) -> Signal<Bool, Failure> { contains { $0 == value } }
}

extension SignalProtocol where Value == Bool {
  /// Sends the opposite of each value.
  public func not() -> Signal<Bool, Failure> { map { !$0 } }

  /// Sends whether the latest values of both signals are true.
  ///
  /// - Parameter other: The signal of the second operands. Nothing is sent until both signals have sent a value.
  public func and<Other: SignalProtocol>(_ other: Other) -> Signal<Bool, Failure>
  where Other.Value == Bool, Other.Failure == Failure { combineLatest(with: other).map { $0 && $1 } }

  /// Sends whether the latest value of at least one signal is true.
  ///
  /// - Parameter other: The signal of the second operands. Nothing is sent until both signals have sent a value.
  public func or<Other: SignalProtocol>(_ other: Other) -> Signal<Bool, Failure>
  where Other.Value == Bool, Other.Failure == Failure { combineLatest(with: other).map { $0 || $1 } }
}

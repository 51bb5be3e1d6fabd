extension SignalProtocol {
  /// Combines all values, and sends the result after the signal has completed. Sends `initial` if there were no values.
  ///
  /// Cost: one call per value, one allocation per subscription.
  ///
  /// - Parameters:
  ///   - initial: The result before the first value. Each subscription begins with it.
  ///   - next: Returns the new result of the result so far and a value.
  @inlinable
  public func reduce<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (Result, Value) -> Result
  ) -> Signal<Result, Failure> {
    reduce(into: initial) { $0 = next($0, $1) }
  }

  /// Combines all values in place, and sends the result after the signal has completed. See ``reduce(_:_:)``.
  ///
  /// - Parameters:
  ///   - initial: The result before the first value. Each subscription begins with it.
  ///   - update: Changes the result for a value. Each subscription has its own result.
  @inlinable
  public func reduce<Result: Sendable>(
    into initial: Result, _ update: @escaping @Sendable (inout Result, Value) -> Void
  ) -> Signal<Result, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let result = SerialState(initial)
      attach(
        Sink(
          value: { update(&result.value, $0) },
          terminal: { sink.end($0, chain) { sink.value(result.value) } }), chain)
    })
  }

  /// Sends all values in one array after the signal has completed. Sends an empty array if there were no values.
  ///
  /// Cost: memory for all values.
  public func toArray() -> Signal<[Value], Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let all = KeptValues(Value.self)
      attach(
        Sink(
          value: { all.values.append($0) },
          terminal: { sink.end($0, chain) { sink.value(all.values.moveAll()) } }), chain)
    })
  }
}

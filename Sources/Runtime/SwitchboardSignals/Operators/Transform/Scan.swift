extension SignalProtocol {
  /// Sends the running result of combining each value with the result so far. The initial result is not sent.
  ///
  /// Cost: one call per value, one allocation per subscription.
  ///
  /// - Parameters:
  ///   - initial: The result before the first value. Each subscription begins with it.
  ///   - next: Returns the new result, which is sent, of the result so far and a value.
  public func scan<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (Result, Value) -> Result
  ) -> Signal<Result, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let state = SerialState(initial)
      sink.receive(from: attach, chain) {
        let result = next(state.value, $0)
        state.value = result
        sink.value(result)
      }
    })
  }

  /// Sends the running result of changing a result in place for each value. The initial result is not sent.
  ///
  /// Cost: one call per value, one allocation per subscription. A collection that a subscriber keeps is copied when it
  /// is changed next.
  ///
  /// - Parameters:
  ///   - initial: The result before the first value. Each subscription begins with it.
  ///   - update: Changes the result for a value. Each subscription has its own result.
  public func scan<Result: Sendable>(
    into initial: Result, _ update: @escaping @Sendable (inout Result, Value) -> Void
  ) -> Signal<Result, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let state = SerialState(initial)
      sink.receive(from: attach, chain) {
        update(&state.value, $0)
        sink.value(state.value)
      }
    })
  }

  /// Sends each value with its number. Each subscription counts from 0.
  ///
  /// Cost: one addition per value, one allocation per subscription.
  @inlinable
  public func enumerated() -> Signal<(index: Int, value: Value), Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let next = SerialState(0)
      sink.receive(from: attach, chain) { value in
        let index = next.value
        next.value = index + 1
        sink.value((index, value))
      }
    })
  }

  /// Sends each value together with the previous value. Sends nothing for the first value.
  ///
  /// Cost: one call per value, one allocation per subscription.
  @inlinable
  public func pairwise() -> Signal<(previous: Value, current: Value), Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let last = SerialState<Value?>(nil)
      sink.receive(from: attach, chain) { value in
        let previous = last.value
        last.value = value
        if let previous { sink.value((previous, value)) }
      }
    })
  }

  /// Sends each value together with the previous value, and the first value together with `initial`. See
  /// ``pairwise()``.
  ///
  /// - Parameter initial: What takes the place of a value before the first.
  @inlinable
  public func combinePrevious(_ initial: Value) -> Signal<(previous: Value, current: Value), Failure> {
    startWith(initial).pairwise()
  }
}

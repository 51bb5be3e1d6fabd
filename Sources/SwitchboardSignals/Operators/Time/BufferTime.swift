public import SwitchboardBroadcast

extension SignalProtocol {
  /// Collects values and sends them as an array. Sends the array on `scheduler` when `interval` has passed since its
  /// first value came, or immediately when the array has `limit` values. Source: RACSignal bufferWithTime.
  ///
  /// Never sends an empty array: the timer runs only while values wait. Completion first sends the waiting values
  /// immediately. An error, a disposal, or a source that ends without a terminal event discards the waiting values.
  /// After the scheduler is deallocated, only the limit and completion send values. With an interval of zero or less,
  /// values wait only for their turn on the scheduler.
  ///
  /// Cost: one send through an observer per value, one array and one timer for each array that is sent.
  ///
  /// - Precondition: `limit` is positive.
  @inlinable
  public func buffer(
    for interval: Duration, limit: Int = .max, on scheduler: Scheduler
  ) -> Signal<[Value], Failure> {
    require(limit > 0, "cannot collect fewer than one value; use 1 or more")
    let signal = signal
    let scheduler = scheduler.worker
    return Signal<[Value], Failure>(attach: { sink, chain in
      let timer = OperatorTimer(scheduler, for: chain)
      let collected = SerialState<[Value]>([])
      let due = SerialState(Duration.zero)
      @Sendable func flush() {
        if collected.value.isEmpty { return }
        let values = collected.value
        collected.value = []
        sink.value(values)
      }
      let observer = Observer<TimedInput<Value>, Failure>(
        Sink(
          value: { input in
            switch input {
            case .value(let value):
              collected.value.append(value)
              if collected.value.count == limit {
                timer.cancel()
                flush()
              } else if collected.value.count == 1 {
                due.value = timer.now + interval
                timer.set(after: interval)
              }
            // A timer that was under way when the limit was reached must not send the values that came later.
            case .isDue: if timer.now >= due.value { flush() }
            }
          },
          terminal: { terminal in
            if case .completed = terminal { flush() }
            if !chain.isDisposed { sink.terminal(terminal) }
          }),
        partOf: chain)
      timer.sends(.isDue, to: observer)
      chain.add(observer.subscriber)
      signal.attach(to: observer, partOf: chain) { observer.send(.value($0)) }
    })
  }
}

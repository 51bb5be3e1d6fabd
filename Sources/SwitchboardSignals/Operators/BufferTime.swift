public import SwitchboardBroadcast

extension SignalProtocol {
  /// Collects values and sends them as an array `interval` after the first of them came, on `scheduler`, or when there are `limit`. Source:
  /// RACSignal bufferWithTime.
  ///
  /// There is no empty array: the time runs only while something waits. Completion first sends what waits, at once; an error,
  /// disposal, or a source that dies drops it. A scheduler that is gone: only the limit and completion send. With an interval of zero or less
  /// values wait for the scheduler only.
  ///
  /// Cost: one send through an observer per value, one array and one timer for each that is sent.
  ///
  /// - Precondition: `limit` is positive.
  @inlinable
  public func buffer(
    for interval: Duration, limit: Int = .max, on scheduler: Scheduler
  ) -> Signal<[Value], Failure> {
    require(limit > 0, "cannot collect fewer than one value")
    let signal = signal
    let scheduler = scheduler.worker
    return Signal<[Value], Failure>(attach: { sink, chain in
      let alarm = Alarm(scheduler, for: chain)
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
                alarm.cancel()
                flush()
              } else if collected.value.count == 1 {
                due.value = alarm.now + interval
                alarm.set(after: interval)
              }
            // One that was under way when the limit was reached is not for those that came after.
            case .isDue: if alarm.now >= due.value { flush() }
            }
          },
          terminal: { terminal in
            if case .completed = terminal { flush() }
            if !chain.isDisposed { sink.terminal(terminal) }
          }),
        partOf: chain)
      alarm.sends(.isDue, to: observer)
      chain.add(observer.subscriber)
      signal.attach(to: observer, partOf: chain) { observer.send(.value($0)) }
    })
  }
}

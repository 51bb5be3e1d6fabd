public import SwitchboardBroadcast

extension SignalProtocol {
  /// Fails with `error`, on `scheduler`, if the signal has not ended `interval` after the subscription. Source: RACSignal timeout.
  ///
  /// See ``timeout(between:raising:on:)`` for a limit to the time between values. A scheduler that is gone: there is no limit.
  /// An interval of zero or less fails at the scheduler's next turn; what comes inside `subscribe` comes first, except on
  /// ``Scheduler/immediate``, where it fails without subscribing to the source.
  ///
  /// Cost: one send through an observer per value, one timer.
  @inlinable
  public func timeout(
    after interval: Duration, raising error: Failure, on scheduler: Scheduler
  ) -> Signal<Value, Failure> {
    let signal = signal
    let scheduler = scheduler.worker
    return Signal(attach: { sink, chain in
      let observer = Observer(sink, partOf: chain)
      chain.add(observer.subscriber)
      chain.add(scheduler.schedule(after: interval) { observer.send(error: error) })
      if !observer.isDisposed { signal.attach(to: observer, partOf: chain) { observer.send($0) } }
    })
  }

  /// Fails with `error`, on `scheduler`, if neither a value nor the end comes for `interval` after the subscription or a value. Source:
  /// Combine timeout, RxSwift timeout.
  ///
  /// A scheduler that is gone: there is no limit. An interval of zero or less fails at the scheduler's next turn, as that of
  /// ``timeout(after:raising:on:)``.
  ///
  /// Cost: one send through an observer per value. One timer at a time, which is not moved for each value.
  @inlinable
  public func timeout(
    between interval: Duration, raising error: Failure, on scheduler: Scheduler
  ) -> Signal<Value, Failure> {
    let signal = signal
    let scheduler = scheduler.worker
    return Signal(attach: { sink, chain in
      let alarm = Alarm(scheduler, for: chain)
      let limit = SerialState(alarm.now + interval)
      let observer = Observer<TimedInput<Value>, Failure>(
        Sink(
          value: { input in
            let now = alarm.now
            switch input {
            case .value(let value):
              limit.value = now + interval
              sink.value(value)
            case .isDue:
              if limit.value > now { alarm.set(after: limit.value - now) } else { sink.terminal(.error(error)) }
            }
          }, terminal: sink.terminal),
        partOf: chain)
      alarm.sends(.isDue, to: observer)
      chain.add(observer.subscriber)
      alarm.set(after: interval)
      if !chain.isDisposed { signal.attach(to: observer, partOf: chain) { observer.send(.value($0)) } }
    })
  }
}

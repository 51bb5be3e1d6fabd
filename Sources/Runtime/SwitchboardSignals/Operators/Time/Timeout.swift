import SwitchboardBroadcast

extension SignalProtocol {
  /// Fails with `error` on `scheduler` if the signal has not ended `interval` after the subscription.
  ///
  /// See ``timeout(between:raising:on:)`` for a limit to the time between values. After the scheduler is deallocated,
  /// there is no limit. With an interval of zero or less, fails at the scheduler's next turn; events that come inside
  /// `subscribe` come before the error. On ``Scheduler/immediate``, the returned signal then fails without subscribing
  /// to the source.
  ///
  /// Cost: one send through an observer per value, one timer.
  ///
  /// - Parameters:
  ///   - interval: The time that the signal has to end, from the subscription on.
  ///   - error: The error to fail with.
  ///   - scheduler: Measures the interval. The error is sent there.
  public func timeout(
    after interval: Duration, raising error: Failure, on scheduler: Scheduler
  ) -> Signal<Value, Failure> {
    let (signal, scheduler, interval) = (signal, scheduler.worker, interval.asDelay)
    return Signal(attach: { sink, chain in
      signal.attach(to: chain, withTimerOn: scheduler, first: interval) { timer in
        let limit = timer.now + interval
        return TimedReceiver(
          value: sink.value,
          isDue: { timer in if !timer.isEarly(for: limit) { sink.terminal(Terminal(error)) } },
          terminal: sink.terminal)
      }
    })
  }

  /// Fails with `error` on `scheduler` if no event comes for `interval`. The interval begins with the subscription, and
  /// anew with each value.
  ///
  /// After the scheduler is deallocated, there is no limit. With an interval of zero or less, fails at the scheduler's
  /// next turn, as ``timeout(after:raising:on:)`` does.
  ///
  /// Cost: one send through an observer per value. One timer at a time, which is not moved for each value.
  ///
  /// - Parameters:
  ///   - interval: The most time from the subscription to the first event, and from a value to the next event.
  ///   - error: The error to fail with.
  ///   - scheduler: Measures the interval. The error is sent there.
  public func timeout(
    between interval: Duration, raising error: Failure, on scheduler: Scheduler
  ) -> Signal<Value, Failure> {
    let (signal, scheduler, interval) = (signal, scheduler.worker, interval.asDelay)
    return Signal(attach: { sink, chain in
      signal.attach(to: chain, withTimerOn: scheduler, first: interval) { timer in
        let limit = SerialState(timer.now + interval)
        return TimedReceiver(
          value: { value in
            limit.value = timer.now + interval
            sink.value(value)
          },
          isDue: { timer in if !timer.isEarly(for: limit.value) { sink.terminal(Terminal(error)) } },
          terminal: sink.terminal)
      }
    })
  }
}

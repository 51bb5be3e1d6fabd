public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends a value on `scheduler` when no other value has come for `interval` after it. Drops a waiting value when
  /// another value comes.
  ///
  /// A value that does not have to wait is sent immediately, and the value that waits is dropped.
  ///
  /// Completion first sends the waiting value immediately. An error, a disposal, or the deallocation of the source
  /// discards the waiting value. If a producer releases its observer, the waiting value is still sent at its time.
  /// After the scheduler is deallocated, a waiting value is sent only by completion. With an interval of zero or less,
  /// a value waits only for its turn on the scheduler.
  ///
  /// Cost: one send through an observer per value. One timer at a time, which is not moved for each value.
  ///
  /// - Parameters:
  ///   - interval: How long no other value may come before a value is sent.
  ///   - scheduler: Measures the interval. Values that have waited are sent there.
  ///   - waits: Returns whether a value has to wait. If nil, all values wait.
  @inlinable
  public func debounce(
    _ interval: Duration, on scheduler: Scheduler, where waits: (@Sendable (Value) -> Bool)? = nil
  ) -> Signal<Value, Failure> {
    let (signal, scheduler, interval) = (signal, scheduler.worker, interval.asDelay)
    return Signal(attach: { sink, chain in
      signal.attach(to: chain, withTimerOn: scheduler) { timer in
        let pending = SerialState<(value: Value, due: Duration, held: Probe.Held)?>(nil)
        let isSet = SerialState(false)
        return Sink(
          value: { input in
            let now = timer.now
            switch input {
            case .value(let value):
              if let waits, !waits(value) {
                pending.value = nil
                return sink.value(value)
              }
              pending.value = (value, now + interval, Probe.held(pending.value?.held ?? timer.held))
              if isSet.value { return }
              isSet.value = true
              timer.set(after: interval)
            case .isDue:
              isSet.value = false
              guard let (value, due, held) = pending.value else { return }
              if due > now {
                isSet.value = true
                return timer.set(after: due - now)
              }
              pending.value = nil
              sink.value(value, held)
            }
          },
          terminal: { sink.end($0, chain) { if let (value, _, held) = pending.value { sink.value(value, held) } } })
      }
    })
  }

  /// Sends at most one value in each `interval`. Sends the first value immediately. If `latest` is true and values come
  /// during the interval, sends the last of these values on `scheduler` when the interval is over; the sent value
  /// begins the next interval.
  ///
  /// Completion first sends the waiting value immediately. An error, a disposal, or the deallocation of the source
  /// discards the waiting value. If a producer releases its observer, the waiting value is still sent at its time. If
  /// the scheduler is deallocated, its clock stands still, and only completion sends a waiting value. With an interval
  /// of zero or less, sends every value immediately.
  ///
  /// Cost: one send through an observer per value, at most one timer for each interval.
  ///
  /// - Parameters:
  ///   - interval: The least time from one sent value to the next. It begins when a value is sent.
  ///   - latest: Whether the last value that came during an interval is sent at its end. If false, the values that come
  ///     during an interval are dropped.
  ///   - scheduler: Measures the interval. Values that have waited are sent there.
  @inlinable
  public func throttle(
    _ interval: Duration, latest: Bool = true, on scheduler: Scheduler
  ) -> Signal<Value, Failure> {
    let (signal, scheduler, interval) = (signal, scheduler.worker, interval.asDelay)
    return Signal(attach: { sink, chain in
      signal.attach(to: chain, withTimerOn: scheduler) { timer in
        let pending = SerialState<(value: Value, held: Probe.Held)?>(nil)
        let isOver = SerialState<Duration?>(nil)
        return Sink(
          value: { input in
            let now = timer.now
            switch input {
            case .value(let value):
              if pending.value != nil {
                pending.value = (value, Probe.held(pending.value?.held ?? timer.held))
              } else if let end = isOver.value, now < end {
                if !latest { return }
                pending.value = (value, Probe.held(timer.held))
                timer.set(after: end - now)
              } else {
                isOver.value = now + interval
                sink.value(value)
              }
            case .isDue:
              guard let (value, held) = pending.value else { return }
              // The timers of some platforms come early.
              if let end = isOver.value, now < end { return timer.set(after: end - now) }
              pending.value = nil
              isOver.value = now + interval
              sink.value(value, held)
            }
          },
          terminal: { sink.end($0, chain) { if let (value, held) = pending.value { sink.value(value, held) } } })
      }
    })
  }
}

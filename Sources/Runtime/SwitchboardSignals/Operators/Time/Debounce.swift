import SwitchboardBroadcast

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
  public func debounce(
    _ interval: Duration, on scheduler: Scheduler, where waits: (@Sendable (Value) -> Bool)? = nil
  ) -> Signal<Value, Failure> {
    guard let waits else { return debounce(on: scheduler, { _ in interval }) }
    return debounce(on: scheduler) { waits($0) ? interval : nil }
  }

  /// Sends a value on `scheduler` when no other value has come for a time that `interval` returns for the value. Drops
  /// a waiting value when another value comes. See ``debounce(_:on:where:)``.
  ///
  /// Source: Rx debounce with a selector.
  ///
  /// - Parameters:
  ///   - scheduler: Measures the time. Values that have waited are sent there.
  ///   - interval: Returns how long no other value may come before the value is sent, or nil to send the value
  ///     immediately. Called once with each value, on the sending thread or on the thread that delivers.
  public func debounce(
    on scheduler: Scheduler, _ interval: @escaping @Sendable (Value) -> Duration?
  ) -> Signal<Value, Failure> {
    let (signal, scheduler) = (signal, scheduler.worker)
    return Signal(attach: { sink, chain in
      signal.attach(to: chain, withTimerOn: scheduler) { timer in
        let pending = HeldValue(Value.self, for: timer)
        // When the value is due, and when the timer fires, which is not moved for each value.
        let times = SerialState((due: Duration.zero, alarm: Duration?.none))
        return TimedReceiver(
          value: { value in
            guard let interval = interval(value)?.asDelay else {
              pending.drop(Value.self)
              return sink.value(value)
            }
            pending.hold(value)
            let due = timer.now + interval
            times.value.due = due
            if let alarm = times.value.alarm, alarm <= due { return }
            times.value.alarm = due
            timer.set(after: interval)
          },
          isDue: { timer in
            times.value.alarm = nil
            if pending.isEmpty { return }
            let rest = times.value.due - timer.now
            if rest <= .zero { return pending.send(to: sink) }
            times.value.alarm = times.value.due
            timer.set(after: rest)
          },
          terminal: { sink.end($0, chain) { pending.send(to: sink) } })
      }
    })
  }

  /// Sends at most one value in each `interval`. Sends the first value immediately. If `latest` is true and values come
  /// during the interval, sends the last of these values on `scheduler` when the interval is over; the sent value
  /// begins the next interval.
  ///
  /// If `first` is false, the first value is not sent immediately: it begins an interval, and the last value that has
  /// come is sent at the end of the interval.
  ///
  /// Completion first sends the waiting value immediately. An error, a disposal, or the deallocation of the source
  /// discards the waiting value. If a producer releases its observer, the waiting value is still sent at its time. If
  /// the scheduler is deallocated, its clock stands still, and only completion sends a waiting value. With an interval
  /// of zero or less, sends every value immediately, or, if `first` is false, the last value that has come by the
  /// scheduler's next turn.
  ///
  /// Cost: one send through an observer per value, at most one timer for each interval. Source: RxSwift throttle; RxJS
  /// throttleTime for `first`.
  ///
  /// - Parameters:
  ///   - interval: The least time from one sent value to the next. It begins when a value is sent.
  ///   - first: Whether a value that comes while no interval runs is sent immediately.
  ///   - latest: Whether the last value that came during an interval is sent at its end. If false, the values that come
  ///     during an interval are dropped.
  ///   - scheduler: Measures the interval. Values that have waited are sent there.
  /// - Precondition: `first` or `latest` is true; otherwise no value would be sent.
  public func throttle(
    _ interval: Duration, first: Bool = true, latest: Bool = true, on scheduler: Scheduler
  ) -> Signal<Value, Failure> {
    require(first || latest, "throttle(first: false, latest: false) sends nothing; let one of them be true")
    let (signal, scheduler, interval) = (signal, scheduler.worker, interval.asDelay)
    return Signal(attach: { sink, chain in
      signal.attach(to: chain, withTimerOn: scheduler) { timer in
        let pending = HeldValue(Value.self, for: timer)
        // The end of the interval.
        let end = SerialState<Duration?>(nil)
        return TimedReceiver(
          value: { value in
            if !pending.isEmpty { return pending.hold(value) }
            let now = timer.now
            let rest = end.value.map { $0 - now } ?? .zero
            if rest > .zero {
              if !latest { return }
              pending.hold(value)
              timer.set(after: rest)
            } else {
              end.value = now + interval
              if first { return sink.value(value) }
              pending.hold(value)
              timer.set(after: interval)
            }
          },
          isDue: { timer in
            // The timers of some platforms come early.
            if pending.isEmpty || timer.isEarly(for: end.value ?? .zero) { return }
            end.value = timer.now + interval
            pending.send(to: sink)
          },
          terminal: { sink.end($0, chain) { pending.send(to: sink) } })
      }
    })
  }
}

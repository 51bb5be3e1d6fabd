import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends 0, 1, 2 … on `scheduler`, one value per interval, without end. The first value comes after one interval.
  ///
  /// Each subscription has its own timer. After the deallocation of a `TestScheduler` no more values come.
  ///
  /// - Parameters:
  ///   - interval: The time from one value to the next.
  ///   - scheduler: Measures the time. Values are sent there.
  /// - Precondition: `interval` is positive.
  public static func interval<Failed: Error>(_ interval: Duration, on scheduler: Scheduler) -> Self
  where Self == Signal<Int, Failed> { .beats(after: interval, every: interval, on: scheduler) }

  /// Sends 0 on `scheduler` once `delay` has passed, then 1, 2 … every `interval`, without end.
  ///
  /// With a delay of zero or less, the first value comes at the scheduler's next turn. The times do not drift. A time
  /// that passes while a handler is still busy with an earlier value is skipped; the numbers stay consecutive.
  ///
  /// - Parameters:
  ///   - delay: The time from the subscription to the first value.
  ///   - interval: The time from one value to the next.
  ///   - scheduler: Measures the time. Values are sent there.
  /// - Precondition: `interval` is positive.
  public static func timer<Failed: Error>(
    after delay: Duration, every interval: Duration, on scheduler: Scheduler
  ) -> Self where Self == Signal<Int, Failed> { .beats(after: delay, every: interval, on: scheduler) }

  /// Sends 0 on `scheduler` once `delay` has passed, and completes. With a delay of zero or less, the value comes at
  /// the scheduler's next turn.
  ///
  /// - Parameters:
  ///   - delay: The time from the subscription to the value.
  ///   - scheduler: Measures the time. The value is sent there.
  public static func timer<Failed: Error>(after delay: Duration, on scheduler: Scheduler) -> Self
  where Self == Signal<Int, Failed> { .beat(after: delay, on: scheduler) }
}

// A timer whose context does not say how it can fail cannot fail: `Signal.interval(.seconds(1), on: .main)`.
extension Signal where Value == Int, Failure == Never {
  /// Sends 0, 1, 2 … on `scheduler`, one value per interval, without end. See ``SignalProtocol/interval(_:on:)``.
  ///
  /// - Parameters:
  ///   - interval: The time from one value to the next.
  ///   - scheduler: Measures the time. Values are sent there.
  public static func interval(_ interval: Duration, on scheduler: Scheduler) -> Signal {
    beats(after: interval, every: interval, on: scheduler)
  }

  /// Sends 0 once `delay` has passed, then 1, 2 … every `interval`. See ``SignalProtocol/timer(after:every:on:)``.
  ///
  /// - Parameters:
  ///   - delay: The time from the subscription to the first value.
  ///   - interval: The time from one value to the next.
  ///   - scheduler: Measures the time. Values are sent there.
  public static func timer(after delay: Duration, every interval: Duration, on scheduler: Scheduler) -> Signal {
    beats(after: delay, every: interval, on: scheduler)
  }

  /// Sends 0 once `delay` has passed, and completes. See ``SignalProtocol/timer(after:on:)``.
  ///
  /// - Parameters:
  ///   - delay: The time from the subscription to the value.
  ///   - scheduler: Measures the time. The value is sent there.
  public static func timer(after delay: Duration, on scheduler: Scheduler) -> Signal {
    beat(after: delay, on: scheduler)
  }
}

extension Signal where Value == Int {
  static func beats(after delay: Duration, every interval: Duration, on scheduler: Scheduler) -> Signal {
    requirePositive(interval)
    let scheduler = scheduler.worker
    return Signal(attach: { sink, chain in
      let observer = Observer(sink, partOf: chain)
      // A scheduler runs repeated work one run at a time, as the state requires.
      let beat = SerialState(0)
      chain.add(
        scheduler.beats(after: delay, every: interval) {
          let number = beat.value
          beat.value += 1
          observer.send(number)
        })
    })
  }

  static func beat(after delay: Duration, on scheduler: Scheduler) -> Signal {
    let (scheduler, delay) = (scheduler.worker, delay.asDelay)
    return Signal(attach: { sink, chain in
      let timer = OperatorTimer(scheduler, for: chain)
      let due = timer.now + delay
      let observer = Observer(sink, partOf: chain)
      timer.runs(
        { timer in if !timer.isEarly(for: due) { sink.end(.completed, chain) { sink.value(0) } } },
        inOrderOf: observer)
      timer.set(after: delay)
    })
  }
}

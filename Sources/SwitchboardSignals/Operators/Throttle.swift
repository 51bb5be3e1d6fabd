public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends at most one value in each `interval`: the first at once, and then, if `latest`, the last of those that came
  /// meanwhile, on `scheduler` when the interval is over, which begins the next. Without `latest` those are dropped. Source:
  /// RxSwift throttle; RACSignal's is ``debounce(_:on:)``.
  ///
  /// Completion first sends the value that waits, at once; an error, disposal, or a source that dies drops it. A scheduler
  /// that is gone: its clock stands still and nothing that waits is sent, except by completion. With an interval of zero or less
  /// every value goes on at once.
  ///
  /// Cost: one send through an observer per value, at most one timer for each interval.
  @inlinable
  public func throttle(
    _ interval: Duration, latest: Bool = true, on scheduler: Scheduler
  ) -> Signal<Value, Failure> {
    let signal = signal
    let scheduler = scheduler.worker
    return Signal(attach: { sink, chain in
      let alarm = Alarm(scheduler, for: chain)
      let pending = SerialState<Value?>(nil)
      let isOver = SerialState<Duration?>(nil)
      let observer = Observer<TimedInput<Value>, Failure>(
        Sink(
          value: { input in
            let now = alarm.now
            switch input {
            case .value(let value):
              if pending.value != nil {
                pending.value = value
              } else if let end = isOver.value, now < end {
                if !latest { return }
                pending.value = value
                alarm.set(after: end - now)
              } else {
                isOver.value = now + interval
                sink.value(value)
              }
            case .isDue:
              guard let value = pending.value else { return }
              pending.value = nil
              isOver.value = now + interval
              sink.value(value)
            }
          },
          terminal: { terminal in
            if case .completed = terminal, let value = pending.value { sink.value(value) }
            if !chain.isDisposed { sink.terminal(terminal) }
          }),
        partOf: chain)
      alarm.sends(.isDue, to: observer)
      chain.add(observer.subscriber)
      signal.attach(to: observer, partOf: chain) { observer.send(.value($0)) }
    })
  }
}

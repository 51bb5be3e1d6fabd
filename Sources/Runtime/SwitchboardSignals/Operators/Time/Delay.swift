public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends each value and completion on `scheduler`, in order, `interval` after the event came. Sends an error
  /// immediately, and drops the values that wait.
  ///
  /// Disposal drops the events that wait. If the source is deallocated without a terminal event, the subscription ends
  /// immediately. If a producer releases its observer, the subscription ends after the events that wait. If the
  /// scheduler is deallocated, the events that wait are never sent. With an interval of zero or less, events still go
  /// through the scheduler.
  ///
  /// Cost: one send through an observer and one place in a queue per value; one timer at a time.
  ///
  /// - Parameters:
  ///   - interval: How much later values and completion arrive.
  ///   - scheduler: Measures the interval. Values and completion arrive there.
  @inlinable
  public func delay(_ interval: Duration, on scheduler: Scheduler) -> Signal<Value, Failure> {
    let (signal, scheduler, interval) = (signal, scheduler.worker, interval.asDelay)
    return Signal(attach: { sink, chain in
      let timer = OperatorTimer(scheduler, for: chain)
      // Completion waits like a value; its value is nil.
      let waiting = SerialState(Queue<(due: Duration, value: Value?, held: Probe.Held)>())
      let kept = Probe.Kept()
      let observer = Observer<TimedInput<Value?>, any Error>(
        Sink(
          value: { input in
            switch input {
            case .value(let value):
              if waiting.value.isEmpty { timer.set(after: interval) }
              waiting.value.append((timer.now + interval, value, Probe.held(timer.held)))
              Probe.holds(kept, waiting.value.count)
            case .isDue:
              let now = timer.now
              while let next = waiting.value.first {
                if next.due > now { return timer.set(after: next.due - now) }
                _ = waiting.value.popFirst()
                Probe.holds(kept, waiting.value.count)
                if chain.isDisposed { return }
                let release = Probe.released(next.held)
                if let value = next.value { sink.value(value) } else { sink.terminal(.completed) }
                Probe.ended(release)
              }
            }
          },
          terminal: sink.terminal),
        partOf: chain)
      timer.sends(.isDue, to: observer)
      observer.broadcaster.keepsValues(atMost: .max, as: kept) { waiting.value.count }
      let source = observer.branch(of: chain, isAccompanied: true)
      signal.attach(
        Sink(
          value: { value in
            observer.broadcaster.recordUse()
            observer.send(.value(value))
          },
          terminal: { terminal in
            source.leave(chain)
            switch terminal {
            case .completed: observer.send(.value(nil))
            case .error(let error): observer.send(error: error)
            }
          }), source)
    })
  }
}

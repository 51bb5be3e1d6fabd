public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends each value and completion on `scheduler`, in order, `interval` after the event came. Sends an error
  /// immediately, and drops the values that wait. Source: RACSignal delay.
  ///
  /// Disposal drops the events that wait. If the source ends without a terminal event, the subscription ends
  /// immediately. If the scheduler is deallocated, the events that wait are never sent. With an interval of zero or
  /// less, events still go through the scheduler.
  ///
  /// Cost: one send through an observer and one place in a queue per value; one timer at a time.
  @inlinable
  public func delay(_ interval: Duration, on scheduler: Scheduler) -> Signal<Value, Failure> {
    let signal = signal
    let scheduler = scheduler.worker
    return Signal(attach: { sink, chain in
      let timer = OperatorTimer(scheduler, for: chain)
      // Completion waits like a value; its value is nil.
      let waiting = SerialState<[(due: Duration, value: Value?)]>([])
      let observer = Observer<TimedInput<Value?>, Failure>(
        Sink(
          value: { input in
            switch input {
            case .value(let value):
              waiting.value.append((timer.now + interval, value))
              if waiting.value.count == 1 { timer.set(after: interval) }
            case .isDue:
              let now = timer.now
              let due = waiting.value.prefix { $0.due <= now }
              waiting.value.removeFirst(due.count)
              for (_, value) in due {
                if chain.isDisposed { return }
                if let value { sink.value(value) } else { sink.terminal(.completed) }
              }
              if let next = waiting.value.first { timer.set(after: next.due - now) }
            }
          },
          terminal: sink.terminal),
        partOf: chain)
      timer.sends(.isDue, to: observer)
      let source = chain.branch(onLoss: { [weak observer, weak chain] in RunningSources.end(chain, after: observer) })
      signal.attach(
        Sink(
          value: { observer.send(.value($0)) },
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

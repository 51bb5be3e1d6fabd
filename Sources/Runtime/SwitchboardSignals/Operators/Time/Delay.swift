import SwitchboardBroadcast

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
  public func delay(_ interval: Duration, on scheduler: Scheduler) -> Signal<Value, Failure> {
    let (signal, scheduler, interval) = (signal, scheduler.worker, interval.asDelay)
    return Signal(attach: { sink, chain in
      let timer = OperatorTimer(scheduler, for: chain)
      let waiting = DelayedEvents(Value.self)
      let observer = Observer(
        Sink<Value>(
          value: { value in
            waiting.values.append(value)
            waiting.append(.value, after: interval, timer)
          },
          terminal: sink.terminal),
        partOf: chain)
      let registry = observer.broadcaster.registry
      timer.runs({ waiting.send(to: sink, chain, $0) }, inOrderOf: observer)
      observer.broadcaster.keepsValues(atMost: .max, as: waiting.kept) { waiting.events.count }
      let source = observer.branch(of: chain, isAccompanied: true)
      signal.attach(
        Sink(
          value: { value in
            observer.broadcaster.recordUse()
            observer.send(value)
          },
          terminal: { terminal in
            source.leave(chain)
            if terminal.isError { return observer.send(terminal) }
            registry.perform { waiting.append(.completion, after: interval, timer) }
          }), source)
    })
  }

  /// Sends each value on `scheduler`, as much later as `interval` returns for the value. A value may so arrive before
  /// values that came earlier. Completes when the signal has
  /// completed and no value waits. Sends an error immediately, and drops the values that wait.
  ///
  /// Disposal drops the values that wait. If the scheduler is deallocated, they are never sent.
  ///
  /// Cost: that of `flatMap` with a ``delay(_:on:)`` for each value, so a timer for each value that waits. Source: Rx
  /// delay with a selector.
  ///
  /// - Parameters:
  ///   - scheduler: Measures the time. Values arrive there.
  ///   - interval: Returns how much later a value arrives. With zero or less, the value still goes through the
  ///     scheduler. Called once with each value, on the sending thread.
  public func delay(
    on scheduler: Scheduler, _ interval: @escaping @Sendable (Value) -> Duration
  ) -> Signal<Value, Failure> {
    flatMap { Signal<Value, Failure>.just($0).delay(interval($0), on: scheduler) }
  }
}

/// The events of a signal that wait for their time, and the values among them. Touched only inside deliveries.
private final class DelayedEvents: KeptValues, @unchecked Sendable {
  // Sound: see ``SerialState``.

  enum Event { case value, completion }

  @safe @exclusivity(unchecked) private(set) var events = Queue<(due: Duration, event: Event, held: Probe.Held)>()
  let kept = Probe.Kept()

  func append(_ event: Event, after interval: Duration, _ timer: OperatorTimer) {
    if events.isEmpty { timer.set(after: interval) }
    events.append((timer.now + interval, event, Probe.held(timer.held)))
    Probe.holds(kept, events.count)
  }

  /// Sends the events that are due, and sets the timer for the next.
  func send<Value: Sendable>(to sink: Sink<Value>, _ chain: Chain, _ timer: OperatorTimer) {
    let now = timer.now
    while let next = events.first {
      if next.due > now { return timer.set(after: next.due - now) }
      _ = events.popFirst()
      Probe.holds(kept, events.count)
      if chain.isDisposed { return }
      let release = Probe.released(next.held)
      switch next.event {
      case .value:
        values.withFirst(Value.self, sink.value)
        values.removeFirst(Value.self)
        values.trim()
      case .completion: sink.terminal(.completed)
      }
      Probe.ended(release)
    }
  }
}

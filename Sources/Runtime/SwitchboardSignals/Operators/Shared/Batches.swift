import SwitchboardBroadcast

/// The values that an operator sends together: an array of ``SignalProtocol/buffer(count:)``, or a window. The first
/// value that is added opens the batch. Each subclass overrides all functions.
class Batch<Value: Sendable>: @unchecked Sendable {
  // Sound: a sink is called one call at a time (see ``Sink``), so no two threads access a batch at the same time.

  /// The number of values in the open batch. Zero if no batch is open.
  @safe @exclusivity(unchecked) final var count = 0

  func add(_ value: Value) {}
  /// Closes the open batch, if a batch is open.
  func close() {}
  /// Ends the open batch, and passes `terminal` on.
  func end(_ terminal: Terminal) {}
}

extension Signal {
  /// Returns a signal that sends batches of `count` values. `make` makes the batches of a subscription.
  func batches<Output: Sendable>(
    of count: Int, _ make: @escaping @Sendable (Sink<Output>, Chain) -> Batch<Value>
  ) -> Signal<Output, Failure> {
    let attach = attach
    return Signal<Output, Failure>(attach: { sink, chain in
      let batch = make(sink, chain)
      attach(
        Sink(
          value: {
            batch.add($0)
            if batch.count == count { batch.close() }
          }, terminal: { batch.end($0) }), chain)
    })
  }

  /// Returns a signal that sends batches of at most `limit` values, which come within `interval` after the first of
  /// them. `make` makes the batches of a subscription.
  func batches<Output: Sendable>(
    for interval: Duration, limit: Int, on scheduler: Scheduler,
    _ make: @escaping @Sendable (Sink<Output>, Chain) -> Batch<Value>
  ) -> Signal<Output, Failure> {
    let (scheduler, interval) = (scheduler.worker, interval.asDelay)
    return Signal<Output, Failure>(attach: { sink, chain in
      attach(to: chain, withTimerOn: scheduler) { timer in
        let batch = make(sink, chain)
        let opening = SerialState((due: Duration.zero, held: timer.held))
        return TimedReceiver(
          value: { value in
            if batch.count == 0, limit > 1 {
              // The batch goes on as a consequence of its first value, which sets the time.
              opening.value = (timer.now + interval, Probe.held(opening.value.held))
              timer.set(after: interval)
            }
            batch.add(value)
            if batch.count == limit {
              timer.cancel()
              batch.close()
            }
          },
          // A timer that was under way when the limit was reached must not close the next batch.
          isDue: { timer in
            if batch.count == 0 || timer.isEarly(for: opening.value.due) { return }
            let release = Probe.released(opening.value.held)
            opening.value.held = timer.held
            batch.close()
            Probe.ended(release)
          },
          terminal: { batch.end($0) })
      }
    })
  }
}

public import SwitchboardBroadcast

/// The values that an operator sends together: an array of ``SignalProtocol/buffer(count:)``, or a window. The first
/// value that is added opens the batch.
@usableFromInline
protocol Batch: Sendable {
  associatedtype Value: Sendable
  associatedtype Output: Sendable

  /// Makes the batches of one subscription, which go to `sink`.
  init(_ sink: Sink<Output>, _ chain: Chain)
  /// The number of values in the open batch. Zero if no batch is open.
  var count: Int { get }
  func add(_ value: Value)
  /// Closes the open batch, if a batch is open.
  func close()
  /// Ends the open batch, and passes `terminal` on.
  func end(_ terminal: Terminal)
}

extension Signal {
  /// Returns a signal that sends batches of `count` values.
  @inlinable
  func batches<Values: Batch>(
    of count: Int, _ type: Values.Type
  ) -> Signal<Values.Output, Failure> where Values.Value == Value {
    let attach = attach
    return Signal<Values.Output, Failure>(attach: { sink, chain in
      let batch = Values(sink, chain)
      attach(
        Sink(
          value: {
            batch.add($0)
            if batch.count == count { batch.close() }
          }, terminal: { batch.end($0) }), chain)
    })
  }

  /// Returns a signal that sends batches of at most `limit` values, which come within `interval` after the first of
  /// them.
  @inlinable
  func batches<Values: Batch>(
    for interval: Duration, limit: Int, on scheduler: Scheduler, _ type: Values.Type
  ) -> Signal<Values.Output, Failure> where Values.Value == Value {
    let (scheduler, interval) = (scheduler.worker, interval.asDelay)
    return Signal<Values.Output, Failure>(attach: { sink, chain in
      attach(to: chain, withTimerOn: scheduler) { timer in
        let batch = Values(sink, chain)
        let opening = SerialState((due: Duration.zero, held: timer.held))
        return Sink(
          value: { input in
            switch input {
            case .value(let value):
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
            // A timer that was under way when the limit was reached must not close the next batch.
            case .isDue:
              if batch.count == 0 || timer.isEarly(for: opening.value.due) { return }
              let release = Probe.released(opening.value.held)
              opening.value.held = timer.held
              batch.close()
              Probe.ended(release)
            }
          }, terminal: { batch.end($0) })
      }
    })
  }
}

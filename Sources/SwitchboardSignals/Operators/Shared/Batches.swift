/// The values that an operator sends together: an array of ``SignalProtocol/buffer(count:)``, or a window. The first
/// value that is added opens the batch.
@usableFromInline
protocol Batch: Sendable {
  associatedtype Value: Sendable
  associatedtype Failure: Error

  /// The number of values in the open batch. Zero if no batch is open.
  var count: Int { get }
  func add(_ value: Value)
  /// Closes the open batch, if a batch is open.
  func close()
  /// Ends the open batch, and passes `terminal` on.
  func end(_ terminal: Terminal<Failure>)
}

extension Signal {
  /// Returns a signal that sends batches of `count` values.
  @inlinable
  func batches<Output, Values: Batch>(
    of count: Int, _ make: @escaping @Sendable (Sink<Output, Failure>, Chain) -> Values
  ) -> Signal<Output, Failure> where Values.Value == Value, Values.Failure == Failure {
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
  /// them.
  @inlinable
  func batches<Output, Values: Batch>(
    for interval: Duration, limit: Int, on scheduler: Scheduler,
    _ make: @escaping @Sendable (Sink<Output, Failure>, Chain) -> Values
  ) -> Signal<Output, Failure> where Values.Value == Value, Values.Failure == Failure {
    timed(on: scheduler) { sink, chain, timer in
      let batch = make(sink, chain)
      let due = SerialState(Duration.zero)
      return Sink(
        value: { input in
          switch input {
          case .value(let value):
            if batch.count == 0, limit > 1 {
              due.value = timer.now + interval
              timer.set(after: interval)
            }
            batch.add(value)
            if batch.count == limit {
              timer.cancel()
              batch.close()
            }
          // A timer that was under way when the limit was reached must not close the next batch.
          case .isDue: if timer.now >= due.value { batch.close() }
          }
        }, terminal: { batch.end($0) })
    }
  }
}

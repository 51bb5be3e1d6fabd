import SwitchboardBroadcast

extension SignalProtocol {
  /// Collects values and sends them in arrays of `count`. On completion, sends the remaining values in a shorter array.
  /// An error discards the remaining values.
  ///
  /// Cost: one array per `count` values.
  ///
  /// - Parameter count: How many values each array has, except the last.
  /// - Precondition: `count` is positive.
  public func buffer(count: Int) -> Signal<[Value], Failure> {
    require(count > 0, "cannot send arrays of fewer than one value; use 1 or more")
    return signal.batches(of: count, BufferedValues.init)
  }

  /// Collects the values of an `interval`, and sends them in one array on `scheduler`. The interval begins with the
  /// first value. Sends the array at the end of the interval, or immediately when the array has `limit` values.
  ///
  /// Never sends an empty array: the timer runs only while values wait. Completion first sends the waiting values
  /// immediately. An error, a disposal, or the deallocation of the source discards the waiting values. If a producer
  /// releases its observer, the waiting values are still sent at their time. After the scheduler is deallocated, only
  /// the limit and completion send values. With an interval of zero or less, values wait only for their turn on the
  /// scheduler.
  ///
  /// Cost: one send through an observer per value, one array and one timer for each array that is sent.
  ///
  /// - Parameters:
  ///   - interval: The time from the first value of an array to the moment when the array is sent.
  ///   - limit: The most values that an array can have. Without it, only the interval counts.
  ///   - scheduler: Measures the interval. Arrays whose interval is over are sent there.
  /// - Precondition: `limit` is positive.
  public func buffer(
    for interval: Duration, limit: Int = .max, on scheduler: Scheduler
  ) -> Signal<[Value], Failure> {
    require(limit > 0, "cannot collect fewer than one value; use 1 or more")
    return signal.batches(for: interval, limit: limit, on: scheduler, BufferedValues.init)
  }
}

/// The values that wait for their array to be full.
final class BufferedValues<Value: Sendable>: Batch<Value>, @unchecked Sendable {
  // Sound: see ``Batch``.
  private let sink: Sink<[Value]>
  private let chain: Chain
  private let kept = KeptValues(Value.self)

  init(_ sink: Sink<[Value]>, _ chain: Chain) { (self.sink, self.chain) = (sink, chain) }

  override func add(_ value: Value) { count = kept.values.append(value) }

  override func close() {
    if count == 0 { return }
    count = 0
    sink.value(kept.values.moveAll())
  }

  override func end(_ terminal: Terminal) { sink.end(terminal, chain) { close() } }
}

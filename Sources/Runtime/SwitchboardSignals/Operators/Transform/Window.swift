import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends a window, which is a signal, for every `count` values, before the first of these values. The window sends
  /// these values and completes.
  ///
  /// A subscriber that subscribes while a window is handed over gets all values of the window. A later subscriber gets
  /// the values that come after its subscription. The last window ends with the terminal event of this signal, before
  /// the returned signal ends. After the subscription is disposed, the last window sends nothing more.
  ///
  /// Cost: one send through a subject per value, one subject per window.
  ///
  /// - Parameter count: How many values each window has, except the last.
  /// - Precondition: `count` is positive.
  public func window(count: Int) -> Signal<Signal<Value, Failure>, Failure> {
    require(count > 0, "cannot open windows for fewer than one value; use 1 or more")
    return signal.batches(of: count, OpenWindow.init)
  }

  /// Sends a window, which is a signal, when a value comes and no window is open. The window sends the values that come
  /// within `interval`, measured by `scheduler`, at most `limit` values, and then completes.
  ///
  /// See ``window(count:)``. After the scheduler is deallocated, only the limit and the end close a window. With an
  /// interval of zero or less, the end of a window waits only for its turn on the scheduler. Deliveries are serial, as
  /// in all operators that use a scheduler (promise R6).
  ///
  /// Cost: one send through an observer and one through a subject per value; one subject and one timer per window.
  ///
  /// - Parameters:
  ///   - interval: How long a window is open, from its first value on.
  ///   - limit: The most values that a window can have. Without it, only the interval counts.
  ///   - scheduler: Measures the interval. Windows whose interval is over complete there.
  /// - Precondition: `limit` is positive.
  public func window(
    for interval: Duration, limit: Int = .max, on scheduler: Scheduler
  ) -> Signal<Signal<Value, Failure>, Failure> {
    require(limit > 0, "cannot open windows for fewer than one value; use 1 or more")
    return signal.batches(for: interval, limit: limit, on: scheduler, OpenWindow.init)
  }
}

/// The window that receives the values, if a window is open.
final class OpenWindow<Value: Sendable>: Batch<Value>, @unchecked Sendable {
  // Sound: see ``Batch``.
  private let open: @Sendable (Signal<Value, any Error>) -> Void
  private let onTerminal: @Sendable (Terminal) -> Void
  private let chain: Chain
  @safe @exclusivity(unchecked) private var subject: PublishSubject<Value, any Error>?

  init<Failure>(_ sink: Sink<Signal<Value, Failure>>, _ chain: Chain) {
    open = { sink.value(Signal(retyping: $0)) }
    (onTerminal, self.chain) = (sink.terminal, chain)
  }

  override func add(_ value: Value) {
    if subject == nil {
      let opened = PublishSubject<Value, any Error>(partOf: chain, as: Operator.self)
      subject = opened
      open(opened.signal)
    }
    count += 1
    if !chain.isDisposed { subject?.send(value) }
  }

  override func close() {
    let closed = subject.take()
    count = 0
    if !chain.isDisposed { closed?.sendCompleted() }
  }

  override func end(_ terminal: Terminal) {
    subject.take()?.send(terminal)
    if !chain.isDisposed { onTerminal(terminal) }
  }
}

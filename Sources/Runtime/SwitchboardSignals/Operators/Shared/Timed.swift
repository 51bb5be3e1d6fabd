import SwitchboardBroadcast

/// What a time operator does with the events of its source and of its timer. The observer of the operator joins the
/// two, so that the state of the operator needs no lock: deliveries are serial (promise R6).
struct TimedReceiver<Value: Sendable>: Sendable {
  let value: @Sendable (Value) -> Void
  /// Called when the time has come for which the operator set the timer. Must not hold the timer.
  let isDue: @Sendable (OperatorTimer) -> Void
  let terminal: @Sendable (Terminal) -> Void
}

extension Signal {
  /// Connects this signal and a timer on `scheduler` to the receiver that `make` returns.
  ///
  /// - Parameters:
  ///   - first: If not nil, the timer is set to this time before this signal is subscribed to.
  ///   - make: Makes the receiver of the values and of the timer.
  func attach(
    to chain: Chain, withTimerOn scheduler: Scheduler, first: Duration? = nil,
    _ make: (OperatorTimer) -> TimedReceiver<Value>
  ) {
    let timer = OperatorTimer(scheduler, for: chain)
    let receiver = make(timer)
    let observer = Observer(Sink(value: receiver.value, terminal: receiver.terminal), partOf: chain)
    timer.runs(receiver.isDue, inOrderOf: observer)
    if let first { timer.set(after: first) }
    if !chain.isDisposed { attach(to: observer, partOf: chain) { observer.send($0) } }
  }
}

/// The value that an operator holds back until a time, if it holds one.
final class HeldValue: KeptValues, @unchecked Sendable {
  // Sound: see ``SerialState``.
  @safe @exclusivity(unchecked) private var held: Probe.Held
  private let none: Probe.Held

  init(_ type: any Sendable.Type, for timer: OperatorTimer) {
    (held, none) = (timer.held, timer.held)
    super.init(type)
  }

  /// Holds `value` back, and drops the value that was held back before.
  func hold<Value: Sendable>(_ value: Value) {
    held = Probe.held(held)
    keepOnly(value)
  }

  /// Drops the value.
  func drop<Value: Sendable>(_: Value.Type) {
    held = none
    if !isEmpty { values.removeFirst(Value.self) }
  }

  /// Sends the value, if there is one. The value stays in its place until the sink returns: this function is called
  /// inside a delivery, so no other value comes meanwhile.
  func send<Value: Sendable>(to sink: Sink<Value>) {
    if isEmpty { return }
    let release = Probe.released(held)
    values.withFirst(Value.self, sink.value)
    Probe.ended(release)
    drop(Value.self)
  }
}

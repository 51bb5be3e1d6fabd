public import SwitchboardBroadcast

extension Signal {
  /// Connects this signal and a timer on `scheduler` to the receiver that `make` returns.
  ///
  /// - Parameters:
  ///   - first: If not nil, the timer is set to this time before this signal is subscribed to.
  ///   - make: Makes the receiver of the values and of the timer.
  @inlinable
  func attach(
    to chain: Chain, withTimerOn scheduler: Scheduler, first: Duration? = nil,
    _ make: (OperatorTimer) -> Sink<TimedInput<Value>>
  ) {
    let timer = OperatorTimer(scheduler, for: chain)
    let observer = Observer(make(timer), partOf: chain)
    timer.sends(.isDue, to: observer)
    if let first { timer.set(after: first) }
    if !chain.isDisposed { attach(to: observer, partOf: chain) { observer.send(.value($0)) } }
  }
}

/// The input of the observer of a time operator. The observer joins the source and the scheduler, so that the state of
/// the operator needs no lock: deliveries are serial (promise R6).
@usableFromInline
enum TimedInput<Value: Sendable>: Sendable {
  case value(Value)
  /// The time for which the operator waited has come.
  case isDue
}

public import SwitchboardBroadcast

extension Signal {
  /// Returns a signal whose subscriptions each join the values of this signal with a timer on `scheduler`.
  ///
  /// - Parameters:
  ///   - first: If not nil, the timer is set to this time before this signal is subscribed to.
  ///   - make: Makes, for each subscription, the receiver of the values and of the timer.
  @inlinable
  func timed<Output>(
    on scheduler: Scheduler, first: Duration? = nil,
    _ make: @escaping @Sendable (Sink<Output, Failure>, Chain, OperatorTimer) -> Sink<TimedInput<Value>, Failure>
  ) -> Signal<Output, Failure> {
    let scheduler = scheduler.worker
    return Signal<Output, Failure>(attach: { sink, chain in
      let timer = OperatorTimer(scheduler, for: chain)
      let observer = Observer(make(sink, chain, timer), partOf: chain)
      timer.sends(.isDue, to: observer)
      if let first { timer.set(after: first) }
      if !chain.isDisposed { attach(to: observer, partOf: chain) { observer.send(.value($0)) } }
    })
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

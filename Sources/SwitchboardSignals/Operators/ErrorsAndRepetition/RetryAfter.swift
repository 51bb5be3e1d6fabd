import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes again on `scheduler`, `delay` after an error, at most `count` times. Passes on the error of the last
  /// attempt. Source: RACSignal retry, and RxSwift's retry(when:) for the delay.
  ///
  /// The failed subscription has ended before the next subscription begins. With a delay of zero or less, subscribes
  /// again at the scheduler's next turn; the stack does not grow, whatever the source does. If the scheduler is
  /// deallocated, the subscription ends without an event.
  ///
  /// The subscription keeps the source alive, in order to subscribe to it again. A subscription to a subject therefore
  /// ends by disposal or by the subject's terminal event, but not when all other references to the subject are
  /// released.
  ///
  /// Cost: nothing per value.
  ///
  /// - Precondition: `count` is not negative.
  public func retry(
    _ count: Int = .max, after delay: Duration, on scheduler: Scheduler
  ) -> Signal<Value, Failure> {
    require(count >= 0, "cannot retry a negative number of times; use 0 or more")
    return resubscribing(count, after: delay, on: scheduler) { if case .error = $0 { true } else { false } }
  }

  /// Subscribes again on `scheduler`, `delay` after completion, until there have been `count` subscriptions in all. If
  /// `count` is 0, completes immediately. Passes an error on. Source: ReactiveSwift repeat, which has no delay.
  ///
  /// See ``retry(_:after:on:)``.
  ///
  /// - Precondition: `count` is not negative.
  public func `repeat`(
    _ count: Int = .max, after delay: Duration, on scheduler: Scheduler
  ) -> Signal<Value, Failure> {
    require(count >= 0, "cannot repeat a negative number of times; use 0 or more")
    if count == 0 { return .empty() }
    let times = count == .max ? count : count - 1
    return resubscribing(times, after: delay, on: scheduler) { if case .completed = $0 { true } else { false } }
  }

  private func resubscribing(
    _ times: Int, after delay: Duration, on scheduler: Scheduler,
    when isToBeRepeated: @escaping @Sendable (Terminal<Failure>) -> Bool
  ) -> Signal<Value, Failure> {
    let source = signal
    let scheduler = scheduler.worker
    return Signal(attach: { sink, chain in
      let left = SerialState(times)
      @Sendable func subscribe(_ again: @escaping @Sendable (Duration) -> Void) {
        if chain.isDisposed { return }
        chain.attach(
          source, value: sink.value,
          terminal: { terminal in
            if left.value == 0 || !isToBeRepeated(terminal) { return sink.terminal(terminal) }
            left.value -= 1
            again(delay)
          })
      }
      let work = RecursiveWork(scheduler, subscribe)
      // Weak: if the scheduler is deallocated and drops its work, nothing else may keep the sink alive.
      chain.add(ActionDisposable { [weak work] in work?.dispose() })
      work.begin()
    })
  }
}

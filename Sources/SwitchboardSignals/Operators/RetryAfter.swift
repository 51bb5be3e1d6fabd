import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes again, on `scheduler`, `delay` after an error, up to `times` times; then the error goes on. Source: RACSignal retry, and RxSwift's
  /// retry(when:) for the delay.
  ///
  /// The failed subscription has ended before the next begins. With a delay of zero or less the scheduler's next turn; the
  /// stack does not grow, whatever the source does. A scheduler that is gone: the subscription ends without an event.
  ///
  /// The subscription keeps the source, to subscribe to it again: one to a subject ends by disposal or the subject's
  /// terminal event, not when everybody else has let go of the subject.
  ///
  /// Cost: nothing per value.
  ///
  /// - Precondition: `times` is not negative.
  public func retry(
    _ times: Int = .max, after delay: Duration, on scheduler: Scheduler
  ) -> Signal<Value, Failure> {
    require(times >= 0, "cannot retry a negative number of times")
    return resubscribing(times, after: delay, on: scheduler) { if case .error = $0 { true } else { false } }
  }

  /// Subscribes again, on `scheduler`, `delay` after completion, up to `times` times, then completes. An error goes on. Source: RACSignal
  /// repeat.
  ///
  /// See ``retry(_:after:on:)``.
  ///
  /// - Precondition: `times` is not negative.
  public func `repeat`(
    _ times: Int = .max, after delay: Duration, on scheduler: Scheduler
  ) -> Signal<Value, Failure> {
    require(times >= 0, "cannot repeat a negative number of times")
    return resubscribing(times, after: delay, on: scheduler) { if case .completed = $0 { true } else { false } }
  }

  private func resubscribing(
    _ times: Int, after delay: Duration, on scheduler: Scheduler,
    when isToBeRepeated: @escaping @Sendable (Terminal<Failure>) -> Bool
  ) -> Signal<Value, Failure> {
    let attach = signal.attach
    let scheduler = scheduler.worker
    return Signal(attach: { sink, chain in
      let left = SerialState(times)
      @Sendable func subscribe(_ again: @escaping @Sendable (Duration) -> Void) {
        if chain.isDisposed { return }
        let source = Branch(carrying: chain)
        chain.add(source)
        attach(
          Sink(
            value: sink.value,
            terminal: { terminal in
              chain.remove(source)
              _ = source.finish()
              if left.value == 0 || !isToBeRepeated(terminal) { return sink.terminal(terminal) }
              left.value -= 1
              again(delay)
            }),
          source)
      }
      let work = RecursiveWork(scheduler, subscribe)
      // Weakly: if the scheduler takes its work with it, nothing else may keep the sink.
      chain.add(ActionDisposable { [weak work] in work?.dispose() })
      work.begin()
    })
  }
}

import SwitchboardBroadcast

extension SignalProtocol {
  /// Hands every event, the terminal one too, to `scheduler`, in order. Source: RACSignal deliverOn,
  /// deliverOnMainThread.
  ///
  /// Where work may run inside the call that brings it, on ``Scheduler/immediate``, and on ``Scheduler/main`` for what is sent on
  /// the main queue while nothing is on its way there, an event goes on at once. Otherwise it waits for its turn, and the
  /// sender does not wait for it. What is on its way when the subscription is disposed is dropped (R3). A source that ends
  /// or dies lets go at once; the subscription ends behind the last event. A scheduler that is gone, as a ``TestScheduler`` may be: the
  /// subscription ends without an event, at the next one that it would have brought.
  ///
  /// Cost: for each event that waits one allocation; for each burst one piece of work.
  public func deliver(on scheduler: Scheduler) -> Signal<Value, Failure> {
    let attach = signal.attach
    let scheduler = scheduler.worker
    return Signal(attach: { sink, chain in
      let hop = SchedulerHop(to: scheduler, for: chain)
      // The source ends as soon as it has sent its last event; the chain only when the scheduler has handled it.
      let source = Branch(onLoss: { [weak chain] in
        guard let chain, !chain.isDisposed else { return }
        hop.perform { [weak chain] in chain?.dispose() }
      })
      chain.add(source)
      attach(
        Sink(
          value: { value in hop.perform { if !chain.isDisposed { sink.value(value) } } },
          terminal: { terminal in
            chain.remove(source)
            _ = source.finish()
            hop.perform { if !chain.isDisposed { sink.terminal(terminal) } }
          }),
        source)
    })
  }
}

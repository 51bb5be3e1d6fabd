import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes to the source on `scheduler`; events come from wherever the source sends them. Disposed before that, the
  /// source is never subscribed to. A scheduler that is gone: neither is it, and the subscription ends without an event. Source:
  /// RACSignal subscribeOn, ReactiveSwift start(on:).
  ///
  /// Cost: one piece of work for each subscription; nothing per value.
  public func start(on scheduler: Scheduler) -> Signal<Value, Failure> {
    let attach = signal.attach
    let scheduler = scheduler.worker
    return Signal(attach: { sink, chain in
      let hop = SchedulerHop(to: scheduler, for: chain)
      hop.perform { if !chain.isDisposed { attach(sink, chain) } }
    })
  }
}

import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes to the source on `scheduler`. Events arrive on the threads on which the source sends them. If the
  /// subscription is disposed before the scheduler runs the work, the source is never subscribed to. If the scheduler
  /// is deallocated before that, the source is not subscribed to either, and the subscription ends without an event.
  /// Source: RACSignal subscribeOn, ReactiveSwift start(on:).
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

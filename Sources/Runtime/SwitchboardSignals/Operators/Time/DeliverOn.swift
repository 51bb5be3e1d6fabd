public import Dispatch
import SwitchboardBroadcast

extension SignalProtocol {
  /// Hands every event, including the terminal event, to `scheduler`, in order.
  ///
  /// An event is delivered immediately, inside the call that sends it, in two cases: on ``Scheduler/immediate``, and on
  /// ``Scheduler/main`` if the event is sent on the main queue while no earlier event waits. Every other event waits
  /// for its turn, and its sender does not wait. Disposing the subscription drops the events that wait (promise R3).
  ///
  /// A source that ends, with or without a terminal event, is released immediately. The subscription ends after the
  /// last event. If the scheduler is deallocated, as a `TestScheduler` may be, the subscription ends without an event
  /// as soon as the scheduler drops an event: an event that waits, or else the next event.
  ///
  /// Cost: for each burst one piece of work; amortised, no allocation for each event.
  ///
  /// - Parameter scheduler: Where the events arrive: `.main`, `.queue(label:)`, or a `TestScheduler` in tests.
  public func deliver(on scheduler: Scheduler) -> Signal<Value, Failure> {
    let signal = signal
    let scheduler = scheduler.worker
    return Signal(attach: { sink, chain in
      let hop = DeliveryHop(to: scheduler, for: chain)
      let receiver = ValueReceiver(sink, chain)
      // The source ends as soon as it has sent its last event; the chain ends only when the scheduler has handled that
      // event.
      let source = chain.branch(onLoss: { [weak chain] _ in if let chain, !chain.isDisposed { hop.end() } })
      signal.attach(
        Sink(
          value: { hop.send($0, to: receiver) },
          terminal: { terminal in
            source.leave(chain)
            receiver.terminal = terminal
            hop.sendTerminal(to: receiver)
          }), source)
    })
  }

  /// Hands every event to `queue`, one at a time, also if `queue` is concurrent: `deliver(on: .queue(queue))`. For the
  /// main queue, an event may be delivered inside the send. Each call of this operator makes one serial queue, which
  /// all subscriptions to the returned signal share.
  ///
  /// - Parameter queue: Where the events arrive. It may be serial or concurrent.
  // Disfavoured, so that `deliver(on: .main)` is not ambiguous.
  @_disfavoredOverload
  public func deliver(on queue: DispatchQueue) -> Signal<Value, Failure> { deliver(on: .queue(queue)) }

  /// Subscribes to the source on `scheduler`. Events arrive on the threads on which the source sends them. If the
  /// subscription is disposed before the scheduler runs the work, the source is never subscribed to. If the scheduler
  /// is deallocated before that, the source is not subscribed to either, and the subscription ends without an event.
  ///
  /// Cost: one piece of work for each subscription; nothing per value.
  ///
  /// - Parameter scheduler: Where the source is subscribed to, for example to begin blocking work off the main thread.
  public func start(on scheduler: Scheduler) -> Signal<Value, Failure> {
    let attach = signal.attach
    let scheduler = scheduler.worker
    return Signal(attach: { sink, chain in
      let hop = DeliveryHop(to: scheduler, for: chain)
      hop.send((), to: ValueReceiver(Sink(value: { attach(sink, chain) }, terminal: { _ in }), chain))
    })
  }
}

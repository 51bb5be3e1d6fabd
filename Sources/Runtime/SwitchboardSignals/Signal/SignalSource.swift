public import SwitchboardBroadcast

/// The receiver of events for a source in another target of this package. The rules of ``Sink`` apply: the source makes
/// one call at a time, sends nothing after the terminal event, and holds no lock during a call.
@usableFromInline
package struct SignalSource<Value: Sendable>: Sendable {
  @usableFromInline package let send: @Sendable (Value) -> Void
  @usableFromInline package let end: @Sendable (Terminal) -> Void
  @usableFromInline let chain: Chain

  @inlinable
  init(
    send: @escaping @Sendable (Value) -> Void, end: @escaping @Sendable (Terminal) -> Void, chain: Chain
  ) {
    (self.send, self.end, self.chain) = (send, end, chain)
  }

  /// The node of the subscription that is being made. The source disposes the subscription if the source is lost
  /// without a terminal event.
  @inlinable package var node: SubscriptionNode { chain }

  /// Disposes `object` when the subscription ends. If `object` is itself the node of a subscription, traces and leak
  /// reports show the line of this subscription for it.
  @inlinable package func add(_ object: any DisposableObject) { chain.add(object) }

  /// This receiver, for a source that may send from several threads at the same time, or from inside a send. Events are
  /// queued and delivered one at a time (promise R6).
  package var serialized: SignalSource {
    let observer = Observer<Value, any Error>(Sink(value: send, terminal: end), chain, partOf: chain)
    return SignalSource(send: { observer.send($0) }, end: { observer.send($0) }, chain: chain)
  }
}

extension Signal {
  /// Makes a signal whose subscriptions each call `attach`. `attach` adds to the subscription the disposable that ends
  /// the source's work.
  @inlinable
  package init(source attach: @escaping @Sendable (SignalSource<Value>) -> Void) {
    self.init(attach: { sink, chain in
      if !chain.isDisposed { attach(SignalSource(send: sink.value, end: sink.terminal, chain: chain)) }
    })
  }
}

public import SwitchboardBroadcast

/// Where a source in another target of this package puts its events: as ``Sink``, by one call at a time, nothing after the terminal
/// event, and no lock held.
@usableFromInline
package struct SignalSource<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline package let send: @Sendable (Value) -> Void
  @usableFromInline package let end: @Sendable (Terminal<Failure>) -> Void
  @usableFromInline let chain: Chain

  @inlinable
  init(
    send: @escaping @Sendable (Value) -> Void, end: @escaping @Sendable (Terminal<Failure>) -> Void, chain: Chain
  ) {
    (self.send, self.end, self.chain) = (send, end, chain)
  }

  /// The subscription that is being made, which is to be disposed if the source is lost without a terminal event.
  @inlinable package var subscription: Subscription { chain }

  /// Ends `disposable` with the subscription; what is a subscription itself then counts under the line of this one.
  @inlinable package func add(_ disposable: any Disposable) { chain.add(disposable) }

  /// The same for a source that may send from several threads at once, or from inside a send: what it sends is queued (R6).
  package var serialized: SignalSource {
    let observer = Observer(Sink(value: send, terminal: end), chain, partOf: chain)
    chain.add(observer.subscriber)
    return SignalSource(
      send: { observer.send($0) }, end: { observer.end($0, fileID: #fileID, line: #line) }, chain: chain)
  }
}

extension Signal {
  /// A signal whose subscriptions each call `attach`, which adds to the subscription what ends it.
  @inlinable
  package init(source attach: @escaping @Sendable (SignalSource<Value, Failure>) -> Void) {
    self.init(attach: { sink, chain in
      if !chain.isDisposed { attach(SignalSource(send: sink.value, end: sink.terminal, chain: chain)) }
    })
  }
}

import SwitchboardBroadcast
import Synchronization

/// The state of one subscription to an operator whose number of sources changes: the count of the running sources, and
/// the chain that they are parts of.
///
/// ```
/// sources' sinks ──strong──▶ Flattening, Inner ──strong──▶ Observer
/// Chain ──strong──▶ inner branches; nothing of the chain's holds the flattening
/// ```
/// When no source can send any more, the observer is therefore deallocated, and releases what is downstream.
final class Flattening: Sendable {
  /// The observer that the sources send to. Its type is that of the values, which only some of the code knows.
  private let observer: any Sendable & AnyObject
  private let subscriber: SubscriptionNode
  let running: Join
  let inners = CompositeDisposable()
  let chain: Chain
  /// Nil unless this flattening is itself an inner signal.
  let nested: NestedFlattening?

  /// - Parameter handler: Makes the handler of what the sources send, from the sink to which it goes.
  init<Output: Sendable>(
    _ observer: Observer<Output, any Error>, _ chain: Chain,
    _ handler: @escaping @Sendable (Sink<Output>) -> @Sendable (Output) -> Void
  ) {
    let subscriber = observer.subscriber
    let join = Join(1, observer.broadcaster.registry, chain)
    (self.observer, self.subscriber, self.chain, running) = (observer, subscriber, chain, join)
    nested = chain.takePlace().map { place in
      NestedFlattening(place, join) { place in
        let sink = place.sink(of: Output.self)
        subscriber.redirect(handler(sink), sink.terminal)
      }
    }
    chain.add(inners)
  }

  /// The observer. Sound: the code that attaches inner signals asks for the type with which it made the flattening.
  func observer<Output>(of _: Output.Type) -> Observer<Output, any Error> {
    unsafe unsafeDowncast(observer, to: Observer<Output, any Error>.self)
  }

  var hasEnded: Bool { subscriber.isDisposed }

  /// Connects the outer source, whose values are turned into signals.
  func attachOuter<Outer>(
    _ attach: @Sendable (Sink<Outer>, Chain) -> Void, _ value: @escaping @Sendable (Outer) -> Void
  ) {
    if hasEnded { return }
    let branch = Branch { [running] in running.isLost($0) }
    chain.add(branch)
    attach(
      Sink(
        value: value,
        terminal: { terminal in
          self.chain.remove(branch)
          _ = branch.finish()
          self.nested?.sourceHasEnded()
          self.running.send(terminal)
          self.leaveIfOneIsLeft()
        }), branch)
  }

  /// Leaves the way of the last inner signal, if this flattening is itself an inner signal.
  func leaveIfOneIsLeft() {
    if let nested, running.hasOneLeft { nested.leave() }
  }

  /// Ends a signal on purpose. Counts it as completed if it is running.
  func drop(_ branch: RecycledBranch) {
    guard branch.progress.exchange(.ended, ordering: .acquiringAndReleasing) == .running else { return }
    _ = branch.finish()
    running.send(.completed)
  }
}

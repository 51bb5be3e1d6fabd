public import SwitchboardBroadcast
public import Synchronization

/// The state of one subscription to an operator whose number of sources changes: the observer that the sources send to,
/// the count of the running sources, and the chain that they are parts of.
///
/// ```
/// sources' sinks ──strong──▶ Flattening ──strong──▶ Observer
/// Chain ──strong──▶ inner branches; nothing of the chain's holds the flattening
/// ```
/// When no source can send any more, the observer is therefore deallocated, and releases what is downstream.
@usableFromInline
final class Flattening<Value: Sendable, Output: Sendable>: Sendable {
  @usableFromInline let observer: Observer<Value, any Error>
  @usableFromInline let running: Join
  @usableFromInline let inners = CompositeDisposable()
  @usableFromInline let chain: Chain
  /// Nil unless this flattening is itself an inner signal.
  @usableFromInline let nested: NestedFlattening<Output>?

  /// - Parameter handler: Makes the handler of what the sources send, from the sink to which it goes.
  @inlinable
  init(
    _ sink: Sink<Output>, _ chain: Chain,
    _ handler: @escaping @Sendable (Sink<Output>) -> @Sendable (Value) -> Void
  ) {
    let observer = Observer(Sink(value: handler(sink), terminal: sink.terminal), partOf: chain)
    (self.observer, self.chain) = (observer, chain)
    // Sound: the code that attaches an inner signal makes the place for the type of its values.
    let place = chain.takePlace().map { unsafe unsafeDowncast($0, to: InnerPlace<Output>.self) }
    let join = Join(1, observer.broadcaster.registry, chain)
    running = join
    nested = place.map {
      NestedFlattening($0, join) { [subscriber = observer.subscriber] in
        subscriber.redirect(handler($0), $0.terminal)
      }
    }
    chain.add(inners)
  }

  @inlinable var hasEnded: Bool { observer.subscriber.isDisposed }

  /// Connects the outer source, whose values are turned into signals.
  @inlinable
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
          self.observer.send(terminal, in: self.running)
          self.leaveIfOneIsLeft()
        }), branch)
  }

  /// Leaves the way of the last inner signal, if this flattening is itself an inner signal.
  @inlinable
  func leaveIfOneIsLeft() {
    if let nested, running.hasOneLeft { nested.leave() }
  }

  /// Ends a signal on purpose. Counts it as completed if it is running.
  @inlinable
  func drop(_ branch: RecycledBranch) {
    guard branch.progress.exchange(.ended, ordering: .acquiringAndReleasing) == .running else { return }
    _ = branch.finish()
    observer.send(.completed, in: running)
  }
}

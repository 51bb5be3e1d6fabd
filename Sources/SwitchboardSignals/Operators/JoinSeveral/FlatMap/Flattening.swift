public import SwitchboardBroadcast
public import Synchronization

/// The state of one subscription to an operator whose number of sources changes: the observer that the sources send to,
/// the number of running sources, and the chain that they are parts of.
///
/// ```
/// sources' sinks ──strong──▶ Flattening ──strong──▶ Observer
/// Chain ──strong──▶ inner branches; nothing of the chain's holds the flattening
/// ```
/// When no source can send any more, the observer is therefore deallocated, and releases what is downstream.
@usableFromInline
final class Flattening<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let observer: Observer<Value, Failure>
  @usableFromInline let running = RunningSources(1)
  @usableFromInline let inners = CompositeDisposable()
  @usableFromInline let chain: Chain
  /// Counts a source that has ended without a terminal event. All sources share this closure, because it keeps neither
  /// the observer nor the chain alive.
  @usableFromInline let lost: @Sendable () -> Void

  @inlinable
  init<Output>(_ sink: Sink<Output, Failure>, _ chain: Chain, _ value: @escaping @Sendable (Value) -> Void) {
    observer = Observer(Sink(value: value, terminal: sink.terminal), partOf: chain)
    self.chain = chain
    lost = { [weak observer, weak chain, running] in
      if running.oneWasLost() { RunningSources.end(chain, after: observer) }
    }
    chain.add(inners)
  }

  @inlinable var hasEnded: Bool { observer.subscriber.isDisposed }

  /// Connects the outer source, whose values are turned into signals.
  @inlinable
  func attachOuter<Outer>(_ outer: Signal<Outer, Failure>, _ value: @escaping @Sendable (Outer) -> Void) {
    if hasEnded { return }
    let branch = Branch(onLoss: lost)
    chain.add(branch)
    outer.attach(
      Sink(
        value: value,
        terminal: { terminal in
          self.chain.remove(branch)
          _ = branch.finish()
          self.running.oneEnded(terminal, self.observer, self.chain)
        }), branch)
  }

  /// Makes a branch for a signal, and counts the signal as running. The caller makes sure that the outer source is
  /// running.
  @inlinable
  func makeBranch() -> Branch {
    running.oneMore()
    return makeBranch(onLoss: lost)
  }

  @inlinable
  func makeBranch(onLoss: @escaping @Sendable () -> Void) -> Branch {
    let branch = Branch(onLoss: onLoss)
    Probe.adopted(branch, by: chain)
    return branch
  }

  /// Connects `inner` in `branch`.
  @inlinable
  func attach<Inner>(
    _ inner: Signal<Inner, Failure>, _ branch: Branch, _ value: @escaping @Sendable (Inner) -> Void,
    onCompleted: @escaping @Sendable () -> Void = {}
  ) {
    inners.add(branch)
    if branch.isDisposed { return }
    inner.attach(
      Sink(
        value: value,
        terminal: { terminal in
          // If the branch has already ended, the code that ended the branch has counted the end.
          guard branch.finish() else { return }
          if case .completed = terminal { onCompleted() }
          self.running.oneEnded(terminal, self.observer, self.chain)
        }), branch)
  }

  /// Ends a signal on purpose. Counts it as completed if it is running.
  @inlinable
  func drop(_ branch: RecycledBranch) {
    guard branch.progress.exchange(.ended, ordering: .acquiringAndReleasing) == .running else { return }
    _ = branch.finish()
    running.oneEnded(.completed, observer, chain)
  }
}

public import SwitchboardBroadcast

/// What an operator that comes and goes with many signals keeps for one subscription: where they send, how many there are, and
/// the chain that they are parts of.
///
/// ```
/// sources' sinks ──strong──▶ Flattening ──strong──▶ Observer
/// Chain ──strong──▶ inner branches; nothing of the chain's holds the flattening
/// ```
/// So when no source can send any more the observer goes, and takes what is downstream with it.
@usableFromInline
final class Flattening<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let observer: Observer<Value, Failure>
  @usableFromInline let running = RunningSources(1)
  @usableFromInline let inners = CompositeDisposable()
  @usableFromInline let chain: Chain
  /// What counts a source that died. One for all: it keeps nothing alive.
  @usableFromInline let lost: @Sendable () -> Void

  @inlinable
  init<Output>(_ sink: Sink<Output, Failure>, _ chain: Chain, _ value: @escaping @Sendable (Value) -> Void) {
    observer = Observer(Sink(value: value, terminal: sink.terminal), partOf: chain)
    self.chain = chain
    lost = { [weak observer, weak chain, running] in
      if running.oneWasLost() { RunningSources.end(chain, after: observer) }
    }
    chain.add(observer.subscriber)
    chain.add(inners)
  }

  @inlinable var hasEnded: Bool { observer.isDisposed }

  /// Connects the source of signals.
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

  /// A branch for a signal, which counts as running from now on. To be called while the outer source is running.
  @inlinable
  func makeBranch() -> Branch {
    running.oneMore()
    return makeBranch(onLoss: lost)
  }

  @inlinable
  func makeBranch(onLoss: @escaping @Sendable () -> Void) -> Branch {
    let branch = Branch(onLoss: onLoss)
    SignalProbe.adopted(branch, by: chain)
    return branch
  }

  /// Connects a signal.
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
          // Who ended it otherwise has counted it.
          guard branch.finish() else { return }
          if case .completed = terminal { onCompleted() }
          self.running.oneEnded(terminal, self.observer, self.chain)
        }), branch)
  }

  /// A signal that was running was ended on purpose.
  @inlinable
  func drop(_ branch: Branch) {
    if branch.finish() { running.oneEnded(.completed, observer, chain) }
  }
}

public import SwitchboardBroadcast
public import Synchronization

/// One of several sources of a joining operator, without the type of its values. The operator's closure receives the
/// values.
@frozen
@usableFromInline
struct JoinedSource<Failure: Error>: Sendable {
  /// Connects the source. The closure receives the source's terminal event.
  @usableFromInline let attach: @Sendable (@escaping @Sendable (Terminal<Failure>) -> Void, Chain) -> Void

  @inlinable
  init<Value>(_ signal: Signal<Value, Failure>, _ send: @escaping @Sendable (Value) -> Void) {
    let attach = signal.attach
    self.attach = { terminal, chain in attach(Sink(value: send, terminal: terminal), chain) }
  }
}

extension Chain {
  /// Connects `sources` one after the other, each in its own branch, for as long as the chain lasts.
  ///
  /// - Parameters:
  ///   - onTerminal: Called with the number of a source that has ended by a terminal event, after its branch was
  ///     released.
  ///   - onLoss: Called with the number of a source that has ended without a terminal event, also when the chain ends.
  ///     Must not keep alive the chain, or an observer that is a part of the chain.
  @inlinable
  func attach<Failure>(
    _ sources: [JoinedSource<Failure>], onTerminal: @escaping @Sendable (Int, Terminal<Failure>) -> Void,
    onLoss: @escaping @Sendable (Int) -> Void
  ) {
    // Removing a branch is O(members) in a chain, but not in a composite.
    let crowd = sources.count > 8 ? CompositeDisposable() : nil
    if let crowd { add(crowd) }
    for (number, source) in sources.enumerated() {
      if isDisposed { return }
      let branch = Branch(onLoss: { onLoss(number) })
      if let crowd {
        Probe.adopted(branch, by: self)
        crowd.add(branch)
      } else {
        add(branch)
      }
      source.attach(
        { terminal in
          if crowd == nil { self.remove(branch) }
          _ = branch.finish()
          onTerminal(number, terminal)
        }, branch)
    }
  }

  /// Connects `sources`, which send to `observer`. Ends `observer` when all sources have completed or one source has
  /// failed. If a source has ended without a terminal event, ends the chain without an event after all sources have
  /// ended.
  @inlinable
  func attach<Value, Failure>(_ sources: [JoinedSource<Failure>], joinedBy observer: Observer<Value, Failure>) {
    if sources.isEmpty { return observer.sendCompleted() }
    let running = RunningSources(sources.count)
    attach(
      sources, onTerminal: { [weak self] _, terminal in running.oneEnded(terminal, observer, self) },
      onLoss: { [weak observer, weak self] _ in if running.oneWasLost() { RunningSources.end(self, after: observer) } })
  }
}

/// The number of sources of a joining operator that may still send.
@usableFromInline
final class RunningSources: Sendable {
  @usableFromInline let count: Atomic<Int>
  @usableFromInline let hasLost = Atomic<Bool>(false)
  @inlinable init(_ count: Int) { self.count = Atomic(count) }

  /// Counts another source. The caller is itself a running source, so the count is not zero.
  @inlinable func oneMore() { count.add(1, ordering: .relaxed) }

  /// Counts a source that sends no more. Returns whether this source was the last.
  @inlinable func oneLess() -> Bool { count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }

  /// Counts a source that has ended without a terminal event. Returns whether this source was the last.
  @inlinable
  func oneWasLost() -> Bool {
    hasLost.store(true, ordering: .releasing)
    return oneLess()
  }

  /// Ends `observer` if an error came or if the last of the sources has completed. If another source ended without a
  /// terminal event, the last completion ends `chain` without an event instead.
  @inlinable
  func oneEnded<Value, Failure>(_ terminal: Terminal<Failure>, _ observer: Observer<Value, Failure>, _ chain: Chain?) {
    switch terminal {
    case .error(let error): observer.send(error: error)
    case .completed:
      guard oneLess() else { return }
      if hasLost.load(ordering: .acquiring) { Self.end(chain, after: observer) } else { observer.sendCompleted() }
    }
  }

  /// Ends `chain` without an event, after the events that `observer` has accepted.
  @inlinable
  static func end<Value, Failure>(_ chain: Chain?, after observer: Observer<Value, Failure>?) {
    guard let chain, !chain.isDisposed else { return }
    guard let observer else { return chain.dispose() }
    observer.broadcaster.terminate { [weak chain] _ in chain?.dispose() }
  }
}

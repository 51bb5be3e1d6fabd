public import SwitchboardBroadcast

/// One of several sources of a joining operator, without the type of its values. The operator's closure receives the
/// values.
@frozen
@usableFromInline
struct JoinedSource<Failure: Error>: Sendable {
  /// Connects the source. The closure receives the source's terminal event.
  @usableFromInline let attach: @Sendable (@escaping @Sendable (Terminal<Failure>) -> Void, Chain) -> Void

  @inlinable
  init(attach: @escaping @Sendable (@escaping @Sendable (Terminal<Failure>) -> Void, Chain) -> Void) {
    self.attach = attach
  }

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
  ///   - onLoss: Called with the number of a source that has ended without a terminal event. Must not keep alive the
  ///     chain, or an observer that is a part of the chain.
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
        SignalProbe.adopted(branch, by: self)
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

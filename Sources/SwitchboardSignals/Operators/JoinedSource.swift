public import SwitchboardBroadcast

/// One of several sources of a joining operator, without the type of its values: those it sends where it knows.
@frozen
@usableFromInline
struct JoinedSource<Failure: Error>: Sendable {
  /// Connects the source; its terminal event goes to the closure.
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
  /// Connects `sources` one after the other, each in a branch, for as long as the chain lasts.
  ///
  /// - Parameters:
  ///   - onTerminal: Called with a source's number when it has ended by an event, and has been let go of.
  ///   - onLoss: Called with its number when it has ended without. Must not keep the chain, or an observer that is a part of
  ///     it, alive.
  @inlinable
  func attach<Failure>(
    _ sources: [JoinedSource<Failure>], onTerminal: @escaping @Sendable (Int, Terminal<Failure>) -> Void,
    onLoss: @escaping @Sendable (Int) -> Void
  ) {
    // Leaving the chain is O(members), leaving a composite is not.
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

  /// Connects `sources`, which send to `observer`, and ends it when all have completed or one has failed. If some died, ends
  /// the chain without an event when all are over.
  @inlinable
  func attach<Value, Failure>(_ sources: [JoinedSource<Failure>], joinedBy observer: Observer<Value, Failure>) {
    if sources.isEmpty { return observer.sendCompleted() }
    let running = RunningSources(sources.count)
    attach(
      sources, onTerminal: { [weak self] _, terminal in running.oneEnded(terminal, observer, self) },
      onLoss: { [weak observer, weak self] _ in if running.oneWasLost() { RunningSources.end(self, after: observer) } })
  }
}

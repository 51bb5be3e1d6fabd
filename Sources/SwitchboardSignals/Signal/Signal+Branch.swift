import SwitchboardBroadcast

extension Signal {
  /// Connects this as one source of an operator that joins what `observer` is sent. If the source dies without a terminal
  /// event, the chain ends without one, behind what the observer has accepted.
  ///
  /// In a branch, because a source's end is the end of the chain that it is given: with another thread delivering, its terminal
  /// event would still be waiting in the observer then.
  @inlinable
  func attach<Input: Sendable>(
    to observer: Observer<Input, Failure>, partOf chain: Chain, value: @escaping @Sendable (Value) -> Void
  ) {
    let source = Branch(onLoss: { [weak observer, weak chain] in RunningSources.end(chain, after: observer) })
    chain.add(source)
    attach(
      Sink(
        value: value,
        terminal: { terminal in
          chain.remove(source)
          _ = source.finish()
          observer.send(terminal)
        }),
      source)
  }
}

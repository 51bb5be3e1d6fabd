import SwitchboardBroadcast

extension Signal {
  /// Connects this as one source of an operator that joins what `observer` is sent. If the source dies without a terminal
  /// event, the chain ends without one, behind what the observer has accepted.
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

import SwitchboardBroadcast

extension Signal {
  /// Connects this signal as one source of an operator whose events go through `observer`. If the source is deallocated
  /// without a terminal event, the chain ends without a terminal event, after the events that `observer` has accepted.
  ///
  /// The source gets a branch, because the end of a source ends the chain that the source received. If another thread
  /// is delivering, the terminal event of the source still waits in `observer` at that time, and must not be lost.
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

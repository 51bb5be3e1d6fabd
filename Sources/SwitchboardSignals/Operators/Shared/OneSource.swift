public import SwitchboardBroadcast

extension Chain {
  /// Connects `signal` in a branch of its own. A terminal event of the signal ends only this branch.
  ///
  /// - Parameters:
  ///   - terminal: Called with the terminal event, after the branch was released.
  ///   - onLoss: Called if the signal ends without a terminal event, or the chain ends. Must not keep the chain alive.
  ///     If nil, the chain ends, because no other source can send any more.
  @inlinable
  func attach<Value, Failure>(
    _ signal: Signal<Value, Failure>, onLoss: (@Sendable () -> Void)? = nil,
    value: @escaping @Sendable (Value) -> Void, terminal: @escaping @Sendable (Terminal<Failure>) -> Void
  ) {
    let branch = if let onLoss { Branch(onLoss: onLoss) } else { Branch(carrying: self) }
    add(branch)
    signal.attach(
      Sink(
        value: value,
        terminal: {
          self.remove(branch)
          _ = branch.finish()
          terminal($0)
        }), branch)
  }

  /// Connects a source that does not carry the chain: an end of the source, by completion or without a terminal event,
  /// ends only the source's own subscription.
  @inlinable
  func attachSide<Value, Failure>(
    _ signal: Signal<Value, Failure>, value: @escaping @Sendable (Value) -> Void,
    completed: @escaping @Sendable () -> Void = {}, error: @escaping @Sendable (Failure) -> Void
  ) {
    attach(
      signal, onLoss: {}, value: value,
      terminal: { terminal in
        switch terminal {
        case .completed: completed()
        case .error(let failure): error(failure)
        }
      })
  }
}

extension Sink {
  /// Passes `terminal` on. Calls `sendRest` before completion, to send the values that the operator still keeps.
  @inlinable
  func end(_ terminal: Terminal<Failure>, _ chain: Chain, sendRest: () -> Void) {
    if case .completed = terminal { sendRest() }
    if !chain.isDisposed { self.terminal(terminal) }
  }
}

/// A value of one of two sources.
@frozen
@usableFromInline
enum EitherValue<First: Sendable, Second: Sendable>: Sendable { case first(First), second(Second) }

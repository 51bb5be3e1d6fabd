public import SwitchboardBroadcast

extension Chain {
  /// Adds a branch for one of several sources. A terminal event of the source ends only the branch, if the sink of the
  /// source calls ``leave(_:)`` first. Each operator makes that sink itself: a function that took the operator's
  /// closure for the terminal event would put the closure into another, which costs 48 bytes for each subscription.
  ///
  /// - Parameter onLoss: Called if the source ends without a terminal event, or the chain ends. Must not keep the chain
  ///   alive. If nil, the chain ends, because no other source can send any more.
  @usableFromInline
  func branch(onLoss: (@Sendable () -> Void)? = nil) -> Branch {
    let branch = if let onLoss { Branch(onLoss: onLoss) } else { Branch(carrying: self) }
    add(branch)
    return branch
  }

  /// Adds a ``Side``. A terminal event ends the side if the sink of the source calls ``leave(_:)`` or ``finish()``.
  @usableFromInline
  func side() -> Side {
    let side = Side()
    add(side)
    return side
  }

  /// Ends this branch or side of `chain`, because its source has sent a terminal event, and releases it from `chain`.
  @usableFromInline
  func leave(_ chain: Chain) {
    chain.remove(self)
    _ = finish()
  }
}

extension Sink {
  /// Passes `terminal` on. Calls `sendRest` before completion, to send the values that the operator still keeps.
  @inlinable
  func end(_ terminal: Terminal, _ chain: Chain, sendRest: () -> Void) {
    if case .completed = terminal { sendRest() }
    if !chain.isDisposed { self.terminal(terminal) }
  }
}

extension Sink {
  /// Passes a value on that has waited.
  @inlinable @inline(__always)
  func value(_ value: Value, _ held: Probe.Held) {
    let release = Probe.released(held)
    self.value(value)
    Probe.ended(release)
  }
}

/// A value of one of two sources.
@frozen
@usableFromInline
enum EitherValue<First: Sendable, Second: Sendable>: Sendable { case first(First), second(Second) }

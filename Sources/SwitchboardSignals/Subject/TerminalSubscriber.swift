public import SwitchboardBroadcast

/// A place in a subject's registry that also wants the terminal event. One without is 32 bytes smaller.
@usableFromInline
class TerminalSubscriber<Value: Sendable, Failure: Error>: Subscriber<Value, DenseStorage>, @unchecked Sendable {
  // Sound: released only by whoever owns the subscription alone, like the handler.
  @exclusivity(unchecked) @usableFromInline final var onTerminal: (@Sendable (Terminal<Failure>) -> Void)?

  @inlinable
  init(
    _ broadcaster: borrowing Broadcaster<Value, DenseStorage>, waitable: Bool = false,
    onNext: @escaping @Sendable (Value) -> Void, onTerminal: @escaping @Sendable (Terminal<Failure>) -> Void
  ) {
    self.onTerminal = onTerminal
    super.init(broadcaster, waitable: waitable, onNext)
  }

  /// Gives a terminal event to a place of a registry whose failures are of this type.
  @inlinable
  static func receive(_ terminal: Terminal<Failure>, _ subscriber: Subscriber<Value, DenseStorage>) {
    (subscriber as? TerminalSubscriber<Value, Failure>)?.onTerminal?(terminal)
  }

  @inlinable override func releaseHandler() {
    super.releaseHandler()
    onTerminal = nil
  }
}

/// A place in a subject's registry that leaves the bag or lifetime it is in as soon as it ends.
@usableFromInline
final class MemberSubscriber<Value: Sendable, Failure: Error>: TerminalSubscriber<Value, Failure>, @unchecked Sendable {
  // Sound: what it adds is atomic.
  @usableFromInline let membership = Membership()

  @inlinable override func releaseHandler() {
    super.releaseHandler()
    membership.end()
  }

  override func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

/// A place in a subject's registry that feeds a chain: when the subject dies without a terminal event the chain ends.
@usableFromInline
final class ChainSubscriber<Value: Sendable, Failure: Error>: TerminalSubscriber<Value, Failure>, @unchecked Sendable {
  // Sound: as `onTerminal`.
  @exclusivity(unchecked) @usableFromInline var chain: Chain?

  @inlinable
  init(_ broadcaster: borrowing Broadcaster<Value, DenseStorage>, _ sink: Sink<Value, Failure>, _ chain: Chain) {
    self.chain = chain
    super.init(broadcaster, onNext: sink.value, onTerminal: sink.terminal)
  }

  @inlinable override func releaseHandler() {
    super.releaseHandler()
    let chain = chain
    self.chain = nil
    chain?.dispose()
  }
}

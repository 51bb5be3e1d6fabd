public import SwitchboardBroadcast

/// A subscription in a subject's registry that also handles the terminal event. A subscription without a terminal
/// handler is 16 bytes smaller.
@usableFromInline
class TerminalSubscriber<Value: Sendable, Failure: Error>: Subscriber<Value>, @unchecked Sendable {
  // Sound: like the handler, `onTerminal` is released only by code that has exclusive access to the subscription.
  @exclusivity(unchecked) @usableFromInline final var onTerminal: (@Sendable (Terminal<Failure>) -> Void)?

  @inlinable
  init(
    _ broadcaster: borrowing Broadcaster<Value>, waitable: Bool = false,
    onNext: @escaping @Sendable (Value) -> Void, onTerminal: @escaping @Sendable (Terminal<Failure>) -> Void
  ) {
    self.onTerminal = onTerminal
    super.init(broadcaster.core, waitable: waitable, onNext)
  }

  /// Delivers `terminal` to a subscription of a registry with this failure type. Does nothing for a subscription
  /// without a terminal handler.
  @inlinable
  static func receive(_ terminal: Terminal<Failure>, _ subscriber: Subscriber<Value>) {
    (subscriber as? TerminalSubscriber<Value, Failure>)?.onTerminal?(terminal)
  }

  @inlinable override func releaseHandler() {
    super.releaseHandler()
    onTerminal = nil
  }
}

/// A subscription in a subject's registry that leaves its bag or lifetime as soon as it ends.
@usableFromInline
final class MemberSubscriber<Value: Sendable, Failure: Error>: TerminalSubscriber<Value, Failure>, @unchecked Sendable {
  // Sound: `membership` is atomic.
  @usableFromInline let membership = Membership()

  @inlinable override func releaseHandler() {
    super.releaseHandler()
    membership.end()
  }

  override func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

/// A subscription in a subject's registry that feeds a chain. When the subject is deallocated without a terminal event,
/// the chain ends.
@usableFromInline
final class ChainSubscriber<Value: Sendable, Failure: Error>: TerminalSubscriber<Value, Failure>, @unchecked Sendable {
  // Sound: `chain` is released with exclusive access, like `onTerminal`.
  @exclusivity(unchecked) @usableFromInline var chain: Chain?

  @inlinable
  init(_ broadcaster: borrowing Broadcaster<Value>, _ sink: Sink<Value, Failure>, _ chain: Chain) {
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

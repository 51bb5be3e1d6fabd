public import SwitchboardBroadcast

extension Broadcaster {
  /// Ends a subject, and disposes `upstreams`. Each subscription with a terminal handler receives `terminal`, in order.
  /// Later subscribers receive it immediately (promise R5).
  @inlinable
  borrowing func end(
    _ terminal: Terminal, disposing upstreams: borrowing Upstreams, fileID: StaticString, line: UInt32
  ) {
    upstreams.dispose()
    end(terminal, fileID: fileID, line: line)
  }

  /// Ends a subject that no subscription feeds. See ``end(_:disposing:fileID:line:)``.
  @inlinable @inline(__always)
  borrowing func end(_ terminal: Terminal, fileID: StaticString, line: UInt32) {
    registry.end(terminal, fileID: fileID, line: line)
  }

  /// Subscribes `chain`. `admit` adds the subscription to the registry, after what it replays.
  @inlinable @inline(never)
  borrowing func attach(_ sink: Sink<Value>, _ chain: Chain, admit: (Subscriber<Value>) -> Void) {
    let subscriber = ChainSubscriber(self, sink, chain)
    Probe.adopted(subscriber, by: chain)
    announce(subscriber, fileID: #fileID, line: #line)
    chain.add(subscriber)
    admit(subscriber)
  }

  /// Subscribes `chain`, without a replay.
  @inlinable
  borrowing func attach(_ sink: Sink<Value>, _ chain: Chain) { attach(sink, chain) { registry.admit($0) } }
}

extension Registry {
  /// Ends the registry. Each subscription with a terminal handler receives `terminal`, in order.
  @usableFromInline
  func end(_ terminal: Terminal, fileID: StaticString = #fileID, line: UInt32 = #line) {
    let error: (any Error)? = if case .error(let error) = terminal { error } else { nil }
    terminate(terminal.ending, { $0.receiveLast(error) }, fileID: fileID, line: line)
  }
}

extension Broadcaster {
  /// Ends the subscriptions of deallocated owners, and returns the census. A registry with nothing but its owner's
  /// recorders has no such subscription, and is not worth a look at the owners of the whole process.
  borrowing func sweptCensus(besides recorders: Int = 0) -> Census {
    let census = census
    if census.count <= recorders { return census }
    SweptChains.shared.sweep()
    return self.census
  }
}

extension Terminal {
  /// The kind of this terminal event, for traces.
  @usableFromInline var ending: Ending {
    switch self {
    case .error: .error
    case .completed: .completed
    }
  }

  /// Calls the handler of this event, if there is one.
  @inlinable
  func call<Failure: Error>(_ onError: (@Sendable (Failure) -> Void)?, _ onCompleted: (@Sendable () -> Void)?) {
    switch self {
    case .error(let error): onError?(typed(error))
    case .completed: onCompleted?()
    }
  }
}

/// Returns one terminal handler for both closures, or nil if both are nil. A subscription without a terminal handler
/// needs no memory for a handler.
@inlinable
func terminalHandler<Failure: Error>(
  _ onError: (@Sendable (Failure) -> Void)?, _ onCompleted: (@Sendable () -> Void)?
) -> (@Sendable (Terminal) -> Void)? {
  if onError == nil, onCompleted == nil { return nil }
  return { $0.call(onError, onCompleted) }
}

/// A subscription in a registry that also handles the terminal event. A subscription without a terminal
/// handler is 16 bytes smaller.
@usableFromInline
class TerminalSubscriber<Value: Sendable>: Subscriber<Value>, @unchecked Sendable {
  // Sound: like the handler, `onTerminal` is released only by code that has exclusive access to the subscription.
  @safe @exclusivity(unchecked) @usableFromInline final var onTerminal: (@Sendable (Terminal) -> Void)?

  @inlinable
  init(
    _ broadcaster: borrowing Broadcaster<Value>, waitable: Bool = false,
    onNext: @escaping @Sendable (Value) -> Void, onTerminal: @escaping @Sendable (Terminal) -> Void
  ) {
    self.onTerminal = onTerminal
    super.init(broadcaster.registry, waitable: waitable, onNext)
  }

  /// Exchanges the handlers. See ``Subscriber/exchangeHandler(_:)``. The previous handlers are released at the end.
  @inlinable
  final func redirect(
    _ onNext: @escaping @Sendable (Value) -> Void, _ onTerminal: @escaping @Sendable (Terminal) -> Void
  ) {
    if isDisposed { return }
    let previous = (exchangeHandler(onNext), self.onTerminal)
    self.onTerminal = onTerminal
    keepAlive(previous)
  }

  @usableFromInline override func receiveLast(_ error: (any Error)?) {
    onTerminal?(error.map(Terminal.error) ?? .completed)
  }

  @inlinable override func releaseHandler() {
    super.releaseHandler()
    onTerminal = nil
  }
}

/// A subscription in a subject's registry that leaves its bag or lifetime as soon as it ends.
@usableFromInline
final class MemberSubscriber<Value: Sendable>: TerminalSubscriber<Value>, @unchecked Sendable {
  // Sound: `membership` is atomic.
  @usableFromInline let membership = Membership()

  @inlinable override func releaseHandler() {
    super.releaseHandler()
    membership.end()
  }

  override func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

/// A subscription in a subject's registry that feeds a chain. When the subject is deallocated without a terminal event,
/// the chain ends, unless a silent source has let go of the subject: see ``Chain/sharesSilence``.
@usableFromInline
final class ChainSubscriber<Value: Sendable>: TerminalSubscriber<Value>, @unchecked Sendable {
  // Sound: `chain` is released with exclusive access, like `onTerminal`.
  @safe @exclusivity(unchecked) @usableFromInline var chain: Chain?

  @inlinable
  init(_ broadcaster: borrowing Broadcaster<Value>, _ sink: Sink<Value>, _ chain: Chain) {
    self.chain = chain
    super.init(broadcaster, onNext: sink.value, onTerminal: sink.terminal)
  }

  @inlinable override func releaseHandler() {
    super.releaseHandler()
    let chain = chain
    self.chain = nil
    if let chain, !chain.isDisposed, !chain.sharesSilence { chain.dispose() }
  }
}

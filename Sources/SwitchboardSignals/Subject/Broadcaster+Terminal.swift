public import SwitchboardBroadcast

extension Broadcaster {
  /// Ends a subject. Each subscription with a terminal handler receives `terminal`, in order. Later subscribers receive
  /// it immediately (promise R5).
  @inlinable
  borrowing func end<Failure>(_ terminal: Terminal<Failure>, fileID: StaticString, line: UInt32) {
    terminate(terminal.ending, fileID: fileID, line: line) { TerminalSubscriber<Value, Failure>.receive(terminal, $0) }
  }
}

extension Terminal {
  /// The kind of this terminal event, for traces.
  @inlinable var ending: Ending {
    switch self {
    case .error: .error
    case .completed: .completed
    }
  }
}

/// Returns one terminal handler for both closures, or nil if both are nil. A subscription without a terminal handler
/// needs no memory for a handler.
@inlinable
func terminalHandler<Failure>(
  _ onError: (@Sendable (Failure) -> Void)?, _ onCompleted: (@Sendable () -> Void)?
) -> (@Sendable (Terminal<Failure>) -> Void)? {
  if onError == nil, onCompleted == nil { return nil }
  return { terminal in
    switch terminal {
    case .error(let error): onError?(error)
    case .completed: onCompleted?()
    }
  }
}

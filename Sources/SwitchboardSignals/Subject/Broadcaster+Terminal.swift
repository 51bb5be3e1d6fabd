public import SwitchboardBroadcast

extension Broadcaster where Storage == DenseStorage {
  /// Ends a subject: each place that wants it gets `terminal`, in order, and late comers at once.
  @inlinable
  borrowing func end<Failure>(_ terminal: Terminal<Failure>, fileID: StaticString, line: UInt32) {
    terminate(terminal.ending, fileID: fileID, line: line) { TerminalSubscriber<Value, Failure>.receive(terminal, $0) }
  }
}

extension Terminal {
  /// For those who watch.
  @inlinable var ending: Ending {
    switch self {
    case .error: .error
    case .completed: .completed
    }
  }
}

/// What a subject made of closures: nil if neither is given, so that a place without needs no memory for it.
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

public import SwitchboardBroadcast

/// The receivers of an execution's events, and later of what was kept for them. Made for the first subscriber.
@usableFromInline
final class ExecutionEvents<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let broadcaster = Broadcaster<Value>()

  init(_ chain: ExecutionChain) {
    broadcaster.identify(as: Execution<Value, Failure>.self, name: nil, fileID: chain.fileID, line: chain.line)
  }

  /// Returns `object`, which has this type.
  @inlinable
  static func of(_ object: (any AnyObject & Sendable)?) -> ExecutionEvents? {
    // Sound: an execution has one type of events.
    object.map { unsafe unsafeDowncast($0, to: ExecutionEvents.self) }
  }
}

/// The receiver of what the work of an execution sends. The work keeps this object and not the ``Execution``, whose
/// deallocation releases the values for later subscribers. When the work has released the receiver, the execution is
/// over, unless the work is silent.
@usableFromInline
final class ExecutionReceiver<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let chain: ExecutionChain
  @usableFromInline let core: CommandCore<Value, Failure>

  @inlinable
  init(_ chain: ExecutionChain, _ core: CommandCore<Value, Failure>) { (self.chain, self.core) = (chain, core) }

  deinit { chain.isLetGo() }

  @inlinable
  func receive(_ value: Value) {
    if chain.isDisposed { return }
    Probe.reached(chain)
    if let events = ExecutionEvents<Value, Failure>.of(chain.events(orKeep: value)) {
      events.broadcaster.recordUse()
      events.broadcaster.send(value, fileID: chain.fileID, line: chain.line)
    }
    core.values.send(value, fileID: chain.fileID, line: chain.line)
  }

  @inlinable
  func end(_ terminal: Terminal) {
    // False means that the execution has been cancelled.
    guard chain.over(byEvent: true) else { return }
    SignalProbe.terminated(chain, terminal)
    switch terminal {
    case .error(let error):
      let error: Failure = typed(error)
      core.errors.send(error, fileID: chain.fileID, line: chain.line)
      let failed = CommandError.failed(error)
      end(chain.end(by: .failed(failed)), Terminal(failed))
    case .completed: end(chain.end(by: .completed), .completed)
    }
  }

  @inlinable
  func end(_ events: (any AnyObject & Sendable)?, _ terminal: Terminal) {
    ExecutionEvents<Value, Failure>.of(events)?.broadcaster.end(terminal, fileID: chain.fileID, line: chain.line)
  }
}

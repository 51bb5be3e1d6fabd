import SwitchboardBroadcast

/// Whether a command may execute, and the subjects that say so. Not generic, so an execution's start and end run
/// without a look-up of metadata.
///
/// ```
/// Command ──strong──▶ CommandCore: CommandGate ◀──strong── a running Execution's chain and sink
/// ```
@usableFromInline
class CommandGate: @unchecked Sendable {
  // Sound: `numbered` has its own lock; the other properties are constant.
  private struct Numbered {
    var state: CommandState
    /// The number of changes of `state`.
    var version: UInt64 = 0
  }

  final let name: String?
  /// The line that created the command.
  final let origin: String
  /// The subscription to the signal that enables the command.
  final let upstream = CompositeDisposable()
  final let executing: Property<Bool>
  final let enabled: Property<Bool>
  @usableFromInline final let refusals: PublishSubject<CommandRefusal, Never>
  private final let numbered: Lock<Numbered>

  init(name: String?, allowsConcurrentExecution: Bool, fileID: StaticString, line: UInt32) {
    self.name = name
    origin = "\(fileID):\(line)"
    executing = Property(false, name: Self.name(of: "executing", name), fileID: fileID, line: line)
    enabled = Property(true, name: Self.name(of: "enabled", name), fileID: fileID, line: line)
    refusals = PublishSubject(name: Self.name(of: "refusals", name), fileID: fileID, line: line)
    numbered = Lock(Numbered(state: CommandState(allowsConcurrentExecution: allowsConcurrentExecution)))
  }

  static func name(of member: String, _ command: String?) -> String? { command.map { "\($0).\(member)" } }

  final var state: CommandState { numbered.withLock { $0.state } }

  /// Enables and disables the command as `signal` says, until the signal ends, this gate is deallocated, or `upstream`
  /// is disposed.
  final func follow<Failed: Error>(_ signal: Signal<Bool, Failed>, fileID: StaticString, line: UInt32) {
    signal.subscribe(
      into: upstream, fileID: fileID, line: line,
      onNext: { [weak self] isEnabled in self?.change { $0.turn(isEnabled ? .on : .off) } },
      onError: { [weak self] error in
        let description = "\(error)"
        self?.change { $0.turn(.failed(description)) }
      })
  }

  /// Counts an execution as running. Returns the refusal if the execution may not start.
  @usableFromInline
  final func begin() -> CommandRefusal? {
    change { $0.execute() }.map { CommandRefusal(command: name ?? origin, isNamed: name != nil, reason: $0) }
  }

  /// Counts out an execution that has begun.
  final func end() { change { $0.end() } }

  /// Changes the state and reports the new state immediately, on this thread, unless another thread has reported a
  /// newer state.
  @discardableResult
  final func change<Result: Sendable>(_ body: @Sendable (inout CommandState) -> Result) -> Result {
    let (old, new, version, result) = numbered.withLock { numbered in
      let old = numbered.state
      let result = body(&numbered.state)
      if numbered.state != old { numbered.version += 1 }
      return (old, numbered.state, numbered.version, result)
    }
    if old == new { return result }
    // The versions order the reports, whichever thread reports first: a later state is never replaced by an earlier
    // one.
    executing.report(new.isExecuting, version, as: "Command.executing")
    enabled.report(new.isEnabled, version, as: "Command.enabled")
    return result
  }
}

/// The gate of a command, and the subjects of its executions' events.
@usableFromInline
final class CommandCore<Value: Sendable, Failure: Error>: CommandGate, @unchecked Sendable {
  // Sound: this class adds constants.
  @usableFromInline let values: PublishSubject<Value, Never>
  @usableFromInline let errors: PublishSubject<Failure, Never>
  @usableFromInline let executionSignals: PublishSubject<Signal<Value, Never>, Never>

  override init(name: String?, allowsConcurrentExecution: Bool, fileID: StaticString, line: UInt32) {
    values = PublishSubject(name: Self.name(of: "values", name), fileID: fileID, line: line)
    errors = PublishSubject(name: Self.name(of: "errors", name), fileID: fileID, line: line)
    executionSignals = PublishSubject(name: Self.name(of: "executionSignals", name), fileID: fileID, line: line)
    super.init(name: name, allowsConcurrentExecution: allowsConcurrentExecution, fileID: fileID, line: line)
  }
}

extension Property where Value == Bool {
  /// Sets the value unless a later version has been set. Sends nothing if the value stays the same.
  fileprivate func report(_ new: Bool, _ version: UInt64, as name: StaticString) {
    broadcaster.send(fileID: name, line: 0) {
      guard version > self.version.number else { return nil }
      self.version.number = version
      if latest == new { return nil }
      latest = new
      return Change(new, .none)
    }
  }
}

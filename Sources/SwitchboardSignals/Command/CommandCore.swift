import SwitchboardBroadcast

/// The state and subjects that a command shares with its executions.
///
/// ```
/// Command ──strong──▶ CommandCore ◀──strong── a running Execution's chain and sink
/// ```
final class CommandCore<Value: Sendable, Failure: Error>: Sendable {
  private struct Numbered {
    var state: CommandState
    /// The number of changes of `state`.
    var version: UInt64 = 0
  }

  let name: String?
  /// The line that created the command.
  let origin: String
  /// The subscription to the signal that enables the command.
  let upstream = CompositeDisposable()
  let executing: Property<Bool>
  let enabled: Property<Bool>
  let values: PublishSubject<Value, Never>
  let errors: PublishSubject<Failure, Never>
  let refusals: PublishSubject<CommandRefusal, Never>
  let executionSignals: PublishSubject<Signal<Value, Never>, Never>
  private let numbered: Lock<Numbered>

  init(name: String?, allowsConcurrentExecution: Bool, fileID: StaticString, line: UInt32) {
    self.name = name
    origin = "\(fileID):\(line)"
    func nameOf(_ member: String) -> String? { name.map { "\($0).\(member)" } }
    executing = Property(false, name: nameOf("executing"), fileID: fileID, line: line)
    enabled = Property(true, name: nameOf("enabled"), fileID: fileID, line: line)
    values = PublishSubject(name: nameOf("values"), fileID: fileID, line: line)
    errors = PublishSubject(name: nameOf("errors"), fileID: fileID, line: line)
    refusals = PublishSubject(name: nameOf("refusals"), fileID: fileID, line: line)
    executionSignals = PublishSubject(name: nameOf("executionSignals"), fileID: fileID, line: line)
    numbered = Lock(Numbered(state: CommandState(allowsConcurrentExecution: allowsConcurrentExecution)))
  }

  var state: CommandState { numbered.withLock { $0.state } }

  /// Enables and disables the command as `signal` says, until the signal ends, this core is deallocated, or `upstream`
  /// is disposed.
  func follow<Failed: Error>(_ signal: Signal<Bool, Failed>, fileID: StaticString, line: UInt32) {
    signal.subscribe(
      into: upstream, fileID: fileID, line: line,
      onNext: { [weak self] isEnabled in self?.change { $0.turn(isEnabled ? .on : .off) } },
      onError: { [weak self] error in
        let description = "\(error)"
        self?.change { $0.turn(.failed(description)) }
      })
  }

  /// Counts an execution as running. Returns the refusal if the execution may not start.
  func begin() -> CommandRefusal? {
    change { $0.execute() }.map { CommandRefusal(command: name ?? origin, isNamed: name != nil, reason: $0) }
  }

  /// Changes the state and reports the new state immediately, on this thread, unless another thread has reported a
  /// newer state.
  @discardableResult
  func change<Result: Sendable>(_ body: @Sendable (inout CommandState) -> Result) -> Result {
    let (old, new, version, result) = numbered.withLock { numbered in
      let old = numbered.state
      let result = body(&numbered.state)
      if numbered.state != old { numbered.version += 1 }
      return (old, numbered.state, numbered.version, result)
    }
    if old == new { return result }
    // The versions order the reports, whichever thread reports first: a later state is never replaced by an earlier
    // one.
    executing.report(new.isExecuting, version)
    enabled.report(new.isEnabled, version)
    return result
  }
}

extension Property where Value == Bool {
  /// Sets the value unless a later version has been set. Sends nothing if the value stays the same.
  func report(_ new: Bool, _ version: UInt64) {
    broadcaster.send {
      guard version > self.version.number else { return nil }
      self.version.number = version
      if latest == new { return nil }
      latest = new
      return Change(new, .none)
    }
  }
}

/// The state of a ``Command`` and its transitions, without locks, signals or side effects.
///
/// | state ╲ stimulus | execute | ended | enabled(x) | enabledFailed | concurrent(x) |
/// |---|---|---|---|---|---|
/// | idle, enabled | starts | – | x | disabled for good | x |
/// | idle, disabled | refused: disabled | – | x | disabled for good | x |
/// | idle, disabled for good | refused: enabledFailed | – | nothing | nothing | x |
/// | executing, one at a time | refused: executing | idle | x | disabled for good | x |
/// | executing, concurrent, enabled | starts | one less | x | disabled for good | x |
/// | executing, concurrent, disabled | refused: disabled | one less | x | disabled for good | x |
///
/// If several reasons for a refusal hold, the first of enabledFailed, disabled, executing is given. *ended* is the end
/// of an execution by any cause: completed, failed, cancelled, or abandoned by its source.
struct CommandState: Equatable, Sendable {
  enum Switch: Equatable, Sendable {
    case on
    case off
    /// The `enabled` signal failed, with the error that this text describes.
    case failed(String)
  }

  private(set) var enabled = Switch.on
  private(set) var running = 0
  var allowsConcurrentExecution: Bool

  init(allowsConcurrentExecution: Bool) { self.allowsConcurrentExecution = allowsConcurrentExecution }

  /// The reason why an execution would be refused now; nil if it would start.
  var refusal: CommandRefusal.Reason? {
    switch enabled {
    case .failed(let error): .enabledFailed(error)
    case .off: .disabled
    case .on: running > 0 && !allowsConcurrentExecution ? .executing : nil
    }
  }

  var isEnabled: Bool { refusal == nil }
  var isExecuting: Bool { running > 0 }

  /// Counts an execution that starts. Returns the reason if the execution may not start.
  mutating func execute() -> CommandRefusal.Reason? {
    if let refusal { return refusal }
    running += 1
    return nil
  }

  /// Counts out an execution that was started and has ended.
  mutating func end() { running -= 1 }

  /// Enables or disables the command, unless the `enabled` signal has failed.
  mutating func turn(_ new: Switch) {
    if case .failed = enabled { return }
    enabled = new
  }
}

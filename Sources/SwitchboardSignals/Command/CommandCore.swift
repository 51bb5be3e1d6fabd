import SwitchboardBroadcast

/// The state and subjects that a command shares with its executions.
///
/// ```
/// Command ──strong──▶ CommandCore ◀──strong── a running Execution's sink
/// ```
final class CommandCore<Value: Sendable, Failure: Error>: Sendable {
  let name: String?
  /// The line that created the command.
  let origin: String
  /// The subscription to the signal that enables the command.
  let upstream = CompositeDisposable()
  let values: PublishSubject<Value, Never>
  let errors: PublishSubject<Failure, Never>
  let refusals: PublishSubject<CommandRefusal, Never>
  let executionSignals: PublishSubject<Signal<Value, Never>, Never>
  private let state: Property<CommandState>

  init(name: String?, allowsConcurrentExecution: Bool, fileID: StaticString, line: UInt32) {
    self.name = name
    origin = "\(fileID):\(line)"
    func part(_ part: String) -> String? { name.map { "\($0).\(part)" } }
    let initial = CommandState(allowsConcurrentExecution: allowsConcurrentExecution)
    state = Property(initial, name: part("state"), fileID: fileID, line: line)
    values = PublishSubject(name: part("values"), fileID: fileID, line: line)
    errors = PublishSubject(name: part("errors"), fileID: fileID, line: line)
    refusals = PublishSubject(name: part("refusals"), fileID: fileID, line: line)
    executionSignals = PublishSubject(name: part("executionSignals"), fileID: fileID, line: line)
  }

  var allowsConcurrentExecution: Bool { state.value.allowsConcurrentExecution }

  /// Returns a part of the state as a property.
  ///
  /// - Parameter name: The name of the part in traces and leak reports.
  func part(_ name: String, _ read: @escaping @Sendable (CommandState) -> Bool) -> AnyProperty<Bool> {
    var signal = state.signal.map(read).distinctUntilChanged()
    if let command = self.name { signal = signal.named("\(command).\(name)") }
    return AnyProperty(signal) { [state] in read(state.value) }
  }

  /// Enables and disables the command as `signal` says, until the signal ends, this core is deallocated, or `upstream`
  /// is disposed.
  func follow<Failed: Error>(_ signal: Signal<Bool, Failed>, fileID: StaticString, line: UInt32) {
    signal.subscribe(
      into: upstream, fileID: fileID, line: line,
      onNext: { [weak self] isEnabled in self?.change { $0.enable(isEnabled) } },
      onError: { [weak self] error in
        let description = "\(error)"
        self?.change { $0.fail(description) }
      })
  }

  /// Counts an execution as running. Returns the refusal if the execution may not start.
  func begin() -> CommandRefusal? {
    let decision = change { $0.execute() }
    guard case .refuse(let reason) = decision else { return nil }
    return CommandRefusal(command: name ?? origin, isNamed: name != nil, reason: reason)
  }

  func announce(_ execution: Execution<Value, Failure>, fileID: StaticString, line: UInt32) {
    executionSignals.send(execution.withoutErrors, fileID: fileID, line: line)
  }

  /// Changes the state, and reports the new state to the subscribers before it returns, unless a report is in progress.
  @discardableResult
  func change<Result>(_ body: (inout CommandState) -> Result) -> Result { state.update(body) }
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

  enum Decision: Equatable, Sendable {
    case start
    case refuse(CommandRefusal.Reason)
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

  /// Checks whether an execution may start, and counts the execution if so.
  mutating func execute() -> Decision {
    if let refusal { return .refuse(refusal) }
    running += 1
    return .start
  }

  /// Counts out an execution that was started and has ended.
  mutating func end() { running -= 1 }

  mutating func enable(_ isEnabled: Bool) {
    if case .failed = enabled { return }
    enabled = isEnabled ? .on : .off
  }

  mutating func fail(_ error: String) {
    if case .failed = enabled { return }
    enabled = .failed(error)
  }
}

/// What a ``Command`` knows, and how it changes: no lock, no signal, no side effect.
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
/// If several reasons for a refusal hold, the first of enabledFailed, disabled, executing is given. *ended* is
/// the end of an execution in whatever way: completed, failed, cancelled, or given up by its source.
struct CommandState: Equatable, Sendable {
  enum Switch: Equatable, Sendable {
    case on
    case off
    /// The signal that said so failed, with this error.
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

  /// Why an execution would be refused now; nil: it would start.
  var refusal: CommandRefusal.Reason? {
    switch enabled {
    case .failed(let error): .enabledFailed(error)
    case .off: .disabled
    case .on: running > 0 && !allowsConcurrentExecution ? .executing : nil
    }
  }

  var isEnabled: Bool { refusal == nil }
  var isExecuting: Bool { running > 0 }

  /// Somebody wants to execute. Checked and counted in one.
  mutating func execute() -> Decision {
    if let refusal { return .refuse(refusal) }
    running += 1
    return .start
  }

  /// An execution that was started has ended.
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

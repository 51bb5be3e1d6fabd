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

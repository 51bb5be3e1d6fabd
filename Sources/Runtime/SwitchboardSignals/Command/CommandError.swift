/// The error of an execution.
public enum CommandError<Failure: Error>: Error {
  /// The command refused the execution, so the work did not begin.
  case refused(CommandRefusal)
  /// The work failed.
  case failed(Failure)
}

extension CommandError: Equatable where Failure: Equatable {}

extension CommandError: CustomStringConvertible {
  /// The refusal, or the error of the work, as text.
  public var description: String {
    switch self {
    case .refused(let refusal): refusal.description
    case .failed(let error): "\(error)"
    }
  }
}

/// An execution that a command did not begin.
public struct CommandRefusal: Error, Equatable, CustomStringConvertible {
  /// The reason why a command did not begin an execution.
  public enum Reason: Equatable, Sendable {
    /// The last value of the command's `enabled` signal is false.
    case disabled
    /// An execution is running, and only one at a time is allowed.
    case executing
    /// The `enabled` signal has failed. The associated text describes its error.
    case enabledFailed(String)
  }

  /// The name of the command, or, for a command without a name, the source line that created it.
  public let command: String
  /// The reason of the refusal.
  public let reason: Reason
  /// Whether ``command`` is a name.
  let isNamed: Bool

  init(command: String, isNamed: Bool, reason: Reason) {
    (self.command, self.isNamed, self.reason) = (command, isNamed, reason)
  }

  /// The command, the reason, and what to do.
  public var description: String {
    let command = isNamed ? "“\(command)”" : "made at \(command)"
    return switch reason {
    case .disabled:
      "the command \(command) is disabled; execute it when `enabled` is true"
    case .executing:
      """
      the command \(command) is already executing; wait until the execution ends, cancel the execution, or set \
      allowsConcurrentExecution
      """
    case .enabledFailed(let error):
      """
      the command \(command) stays disabled, because its enabled signal failed with \(error); make that signal \
      infallible with replaceError(with:) or retry(_:)
      """
    }
  }
}

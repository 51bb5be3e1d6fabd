/// Why an execution gives an error.
public enum CommandError<Failure: Error>: Error {
  /// It was not begun.
  case refused(CommandRefusal)
  /// The work failed.
  case failed(Failure)
}

extension CommandError: Equatable where Failure: Equatable {}

extension CommandError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let refusal): refusal.description
    case .failed(let error): "\(error)"
    }
  }
}

/// An execution that a command did not begin.
public struct CommandRefusal: Error, Equatable, CustomStringConvertible {
  public enum Reason: Equatable, Sendable {
    /// `enabled` said no.
    case disabled
    /// It is executing, and one at a time is allowed.
    case executing
    /// The signal that says when it is enabled has failed, with an error that describes itself so.
    case enabledFailed(String)
  }

  /// The command's name, or the line that made it.
  public let command: String
  public let reason: Reason

  public var description: String {
    switch reason {
    case .disabled:
      "the command \(command) is disabled; execute it when `enabled` is true"
    case .executing:
      "the command \(command) is executing, one at a time; wait for that to end, cancel it, or set allowsConcurrentExecution"
    case .enabledFailed(let error):
      "the command \(command) is disabled for good, since the signal that enables it failed with \(error); make it of one that cannot fail, with replaceError(with:) or retry(_:)"
    }
  }
}

/// An error that stops a report or a check, with the exit status of the command.
public enum ReportError: Error, Equatable, Sendable {
  /// The directory cannot be created or written.
  case cannotWrite(path: String, reason: String)
  /// The file does not exist, or may not be read.
  case cannotRead(path: String, reason: String)
  /// The file exists, but its content is not usable.
  case notUsable(path: String, reason: String)
  /// The results may not become the reference.
  case notAcceptable(reason: String)

  /// The exit status, from `sysexits.h`.
  public var exitStatus: Int32 {
    switch self {
    case .cannotWrite: 73
    case .cannotRead: 66
    case .notUsable, .notAcceptable: 65
    }
  }
}

extension ReportError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
    case .notUsable(let path, let reason): "cannot use \(path): \(reason)"
    case .notAcceptable(let reason): "these results cannot become the reference: \(reason)"
    }
  }
}

/// What stops a report or a check, with the exit status that a command should end with.
public enum ReportError: Error, Equatable, Sendable {
  /// The directory cannot be made or written.
  case cannotWrite(path: String, reason: String)
  /// The file is not there, or may not be read.
  case cannotRead(path: String, reason: String)
  /// The file is there, and is not what it should be.
  case notUsable(path: String, reason: String)
  /// The results may not become the reference.
  case notAcceptable(reason: String)

  /// From `sysexits.h`.
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
    case .notUsable(let path, let reason): "\(path) cannot be used: \(reason)"
    case .notAcceptable(let reason): "these results cannot become the reference: \(reason)"
    }
  }
}

/// How a registry ended, as traces show it.
public enum Ending: UInt8, Sendable {
  case error = 1
  case completed = 2
  /// An end that is neither an error nor a completion.
  case ended = 3
}

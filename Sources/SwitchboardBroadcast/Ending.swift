/// How a registry ends, for those who watch.
public enum Ending: UInt8, Sendable {
  case error = 1
  case completed = 2
  /// Without one of the two.
  case ended = 3
}

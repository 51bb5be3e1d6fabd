/// The value that a new subscriber receives first.
public enum BoardReplay: Sendable {
  /// No value: the subscriber receives only what is set from now on.
  case none
  /// The last value whose delivery has begun, if there is one, followed by all later values. No value is missed or
  /// received twice (promise R8).
  case latest
}

/// What an observer gets first.
public enum BoardReplay: Sendable {
  /// Nothing: only what is set from now on.
  case none
  /// The value, if there is one: the last whose delivery has begun, and then all that follow. No gap, no duplicate (R8).
  case latest
}

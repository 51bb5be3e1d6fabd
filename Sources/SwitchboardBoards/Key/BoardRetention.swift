/// How long a board keeps the values of a key. The key that sets a value decides, so that a board that lasts as long as
/// the process does not accumulate unused values.
public enum BoardRetention: Sendable {
  /// The last value stays until it is removed.
  case latest
  /// A value stays only while the key has a subscriber, a handle or a pause. When the last of these ends, the board
  /// removes the value and the key's entry. The board does not store a value that is set while the key has no
  /// subscriber, handle or pause.
  case whileSubscribed
}

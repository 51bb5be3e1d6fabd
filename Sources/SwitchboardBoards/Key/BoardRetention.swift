/// What becomes of the values of a key: said by the key that sets them, so that a board that lasts as long as the process
/// does not hoard.
public enum BoardRetention: Sendable {
  /// The last value stays until it is removed.
  case latest
  /// A value is kept only while somebody observes the key, has a handle for it, or has paused it. When the last of them
  /// leaves it goes, and its entry with it; one that is set while there is nobody is not stored.
  case whileObserved
}

/// The numbers of keys, values and observers on a board. See ``DataBoard/census``.
public struct BoardCensus: Equatable, Sendable {
  /// The number of entries: keys that have a value, an observer, a handle or a pause.
  public var keys = 0
  /// The number of keys that have a value.
  public var values = 0
  /// The number of live observations, including those of signals.
  public var observers = 0
  /// The number of paused keys.
  public var paused = 0
  /// The number of entries for which memory is allocated. A board shrinks, so this is at most 4 × ``keys`` + 16
  /// (promise R10).
  public var capacity = 0
  /// The number of observers for which memory is allocated.
  public var observerCapacity = 0

  public init() {}
}

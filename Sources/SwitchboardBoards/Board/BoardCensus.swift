/// What a board holds. See ``DataBoard/census``.
public struct BoardCensus: Equatable, Sendable {
  /// Entries: keys that have a value, an observer, a handle, or are paused.
  public var keys = 0
  /// Keys that have a value.
  public var values = 0
  /// Live observations, those of signals included.
  public var observers = 0
  /// Keys that are paused.
  public var paused = 0
  /// Entries for which there is memory: at most 4 × ``keys`` + 16 (R10).
  public var capacity = 0
  /// Observers for which there is memory.
  public var observerCapacity = 0

  public init() {}
}

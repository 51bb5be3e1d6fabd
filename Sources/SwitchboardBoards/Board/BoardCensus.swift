/// The numbers of keys, values and subscribers on a board. See ``DataBoard/census``.
public struct BoardCensus: Equatable, Sendable {
  /// The number of entries: keys that have a value, a subscriber, a handle or a pause.
  public internal(set) var keys = 0
  /// The number of keys that have a value.
  public internal(set) var values = 0
  /// The number of live subscriptions, including those of signals.
  public internal(set) var subscriptions = 0
  /// The number of paused keys.
  public internal(set) var paused = 0
  /// The number of entries for which memory is allocated. A board shrinks, so this is at most 4 × ``keys`` + 16
  /// (promise R10).
  public internal(set) var capacity = 0
  /// The number of subscribers for which memory is allocated.
  public internal(set) var subscriptionCapacity = 0

  package init() {}
}

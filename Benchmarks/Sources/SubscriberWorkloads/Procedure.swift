/// What is done to a registry and its subscribers, and what counts as one operation.
public enum Procedure: Hashable, Sendable {
  /// A value is sent to n subscribers that subscribed one after the other; per delivery.
  case sendFresh
  /// The same after each subscriber has been replaced once, in random order; per delivery.
  case sendChurned
  /// n subscribers join an empty registry; per subscriber.
  case subscribe
  /// All n subscribers leave; per removal.
  case unsubscribe(Leaver)
  /// One of n leaves and a new one joins; per such pair.
  case churn(Leaver)

  /// Who leaves next.
  public enum Leaver: Sendable { case random, oldest, newest }

  /// Whether it needs no removal after the first send: all that a floor can do.
  public var isSend: Bool { self == .sendFresh || self == .sendChurned }
}

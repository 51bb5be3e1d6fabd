/// A procedure on a registry and its subscribers, and the unit of one operation.
public enum Procedure: Hashable, Sendable {
  /// A value is sent to n subscribers that subscribed one after the other; per delivery.
  case sendFresh
  /// A value is sent to n subscribers after each has been replaced once, in random order; per delivery.
  case sendChurned
  /// n subscribers join an empty registry; per subscriber.
  case subscribe
  /// All n subscribers leave; per removal.
  case unsubscribe(Leaver)
  /// One of n subscribers leaves and a new one joins; per such pair.
  case churn(Leaver)

  /// The rule that chooses the next subscriber to leave.
  public enum Leaver: Sendable { case random, oldest, newest }

  /// Whether the procedure sends and does not time removals. A floor can do only such procedures.
  public var isSend: Bool { self == .sendFresh || self == .sendChurned }
}

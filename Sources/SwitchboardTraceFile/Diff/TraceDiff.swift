/// The differences of two traces. Encodes as the output of `switchboard-trace diff --json`.
public struct TraceDiff: Encodable, Equatable, Sendable {
  /// The events that happened more often in one trace, ordered by file, line and kind.
  public var counts: [Count] = []
  /// The places where sequences part, at most three. Sequences may part even if all counts are equal.
  public var order: [Divergence] = []
  /// The events whose durations differ by more than the ratio, if a ratio was given and both traces have times.
  public var durations: [Duration] = []
  /// The number of records that are missing in the first trace.
  public var lostInFirst: UInt64 = 0
  /// The number of records that are missing in the second trace.
  public var lostInSecond: UInt64 = 0

  /// Whether the two traces are the same. Missing records are no difference, but may hide some.
  public var isEmpty: Bool { counts.isEmpty && order.isEmpty && durations.isEmpty }

  public struct Count: Encodable, Equatable, Sendable {
    public var site: String
    public var kind: String
    /// The event: `value`, `error`, `completed` or `ended`.
    public var event: String
    /// Whether the count is about places that chains of operators have in registries, or about queued sends.
    public var isIndirect: Bool
    public var label: String
    public var first: UInt64
    public var second: UInt64
  }

  public struct Divergence: Encodable, Equatable, Sendable {
    /// `thread 1`, or the beginning of work that came from another thread, as in `arrive Form/Form.swift:12`.
    public var sequence: String
    /// The number of events before the place that are the same.
    public var position: Int
    /// The last events that are the same.
    public var common: [String]
    /// The next events of the first trace.
    public var first: [String]
    /// The next events of the second trace.
    public var second: [String]
  }

  public struct Duration: Encodable, Equatable, Sendable {
    public var site: String
    public var kind: String
    public var label: String
    /// The median in the first trace, in nanoseconds.
    public var first: UInt64
    /// The median in the second trace, in nanoseconds.
    public var second: UInt64
  }
}

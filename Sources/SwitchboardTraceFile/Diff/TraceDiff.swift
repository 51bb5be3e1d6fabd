/// What is different in two traces. Encodes as what `switchboard-trace diff --json` prints.
public struct TraceDiff: Encodable, Equatable, Sendable {
  /// Where something happened more often in one, ordered by file, line and kind.
  public var counts: [Count] = []
  /// Where sequences part, at most three; also without a difference in counts.
  public var order: [Divergence] = []
  /// What took longer in one by more than the ratio, if that was asked for and both have times.
  public var durations: [Duration] = []
  /// Records that are missing in the first.
  public var lostInFirst: UInt64 = 0
  /// Records that are missing in the second.
  public var lostInSecond: UInt64 = 0

  /// Whether the two are the same. What is missing in either is not a difference, but may hide some.
  public var isEmpty: Bool { counts.isEmpty && order.isEmpty && durations.isEmpty }

  public struct Count: Encodable, Equatable, Sendable {
    public var site: String
    public var kind: String
    /// `value`, `error`, `completed` or `ended`.
    public var event: String
    /// Whether it is about places that chains of operators have in registries, and about queued sends.
    public var isIndirect: Bool
    public var label: String
    public var first: UInt64
    public var second: UInt64
  }

  public struct Divergence: Encodable, Equatable, Sendable {
    /// `thread 1`, or what work that came from another thread begins with, as in `arrive Form/Form.swift:12`.
    public var sequence: String
    /// How many events are the same before.
    public var position: Int
    /// The last of them.
    public var common: [String]
    /// How the first trace goes on.
    public var first: [String]
    /// How the second trace goes on.
    public var second: [String]
  }

  public struct Duration: Encodable, Equatable, Sendable {
    public var site: String
    public var kind: String
    public var label: String
    /// The median in nanoseconds, in the first trace.
    public var first: UInt64
    /// The median in nanoseconds, in the second trace.
    public var second: UInt64
  }
}

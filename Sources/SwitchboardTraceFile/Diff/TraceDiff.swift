/// The differences of two traces. Encodes as the output of `switchboard-trace diff --json`.
package struct TraceDiff: Encodable, Equatable, Sendable {
  /// The events that happened more often in one trace, ordered by file, line and kind.
  package var counts: [Count] = []
  /// The places where sequences part, at most three. Sequences may part even if all counts are equal.
  package var order: [Divergence] = []
  /// The events whose durations differ by more than the ratio, if a ratio was given and both traces have times.
  package var durations: [Duration] = []
  /// The number of records that are missing in the first trace.
  package var lostInFirst: UInt64 = 0
  /// The number of records that are missing in the second trace.
  package var lostInSecond: UInt64 = 0

  /// Whether the two traces are the same. Missing records are no difference, but may hide some.
  package var isEmpty: Bool { counts.isEmpty && order.isEmpty && durations.isEmpty }

  package struct Count: Encodable, Equatable, Sendable {
    package var site: String
    package var kind: String
    /// The event: `value`, `error`, `completed` or `ended`.
    package var event: String
    /// Whether the count is about places that chains of operators have in registries, or about queued sends.
    package var isIndirect: Bool
    package var label: String
    package var first: UInt64
    package var second: UInt64
  }

  package struct Divergence: Encodable, Equatable, Sendable {
    /// `thread 1`, or the beginning of work that came from another thread, as in `arrive Form/Form.swift:12`.
    package var sequence: String
    /// The number of events before the place that are the same.
    package var position: Int
    /// The last events that are the same.
    package var common: [String]
    /// The next events of the first trace.
    package var first: [String]
    /// The next events of the second trace.
    package var second: [String]
  }

  package struct Duration: Encodable, Equatable, Sendable {
    package var site: String
    package var kind: String
    package var label: String
    /// The median in the first trace, in nanoseconds.
    package var first: UInt64
    /// The median in the second trace, in nanoseconds.
    package var second: UInt64
  }
}

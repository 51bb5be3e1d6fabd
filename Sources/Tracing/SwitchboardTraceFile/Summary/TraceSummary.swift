/// The summary of a trace, by source line and by registry. Encodes as the output of `switchboard-trace summary --json`.
package struct TraceSummary: Encodable, Equatable, Sendable {
  package var program: String
  package var processID: Int32
  /// Whether the trace has times. Without times, all durations are nil.
  package var hasClock: Bool
  /// The nanoseconds from the first to the last record.
  package var duration: UInt64?
  package var records: UInt64
  /// The number of missing records. Counts are too low by what these records would have added.
  package var lost: UInt64
  package var threads: [Thread]
  /// The source lines, ordered by file and line.
  package var sites: [Site]
  /// The registries, ordered by number.
  package var registries: [Registry]
  /// The longest chains of causes, deepest first; at most as many as were asked for.
  package var chains: [Chain]

  package struct Thread: Encodable, Equatable, Sendable {
    package var number: UInt32
    package var id: UInt64
    package var name: String
    package var records: UInt64
    package var lost: UInt64
  }

  /// The summary of a source line that subscribes, sends, or both.
  package struct Site: Encodable, Equatable, Sendable {
    package var site: String
    /// The label of the first record of the line that has a label. For a chain of operators without a name, the labels
    /// of the signals that the chain subscribes to.
    package var label: String
    /// The number of subscriptions made, without places within chains of operators.
    package var subscribes: UInt64
    package var disposes: UInt64
    /// The number of subscriptions made in the trace that have not ended in it.
    package var live: UInt64
    /// The number of calls of the handlers given at the line. Values that a chain of operators held back do not count.
    package var deliveries: UInt64
    package var handling: Durations?
    package var sends: Sends
    /// The number of sends that waited for their turn. Each also counts in ``sends`` when its turn has come.
    package var queued: UInt64
    package var sending: Durations?
  }

  package struct Registry: Encodable, Equatable, Sendable {
    package var registry: UInt32
    package var label: String
    /// The number of subscriptions made, including places of chains of operators.
    package var subscribes: UInt64
    package var disposes: UInt64
    /// The number of subscriptions after the last subscribe or dispose, by the registry's own count.
    package var live: UInt64
    /// The highest number of subscriptions at any time.
    package var peak: UInt64
    package var sends: Sends
    package var queued: UInt64
    package var deliveries: UInt64
    package var handling: Durations?
    package var sending: Durations?
  }

  package struct Sends: Encodable, Equatable, Sendable {
    package var values: UInt64 = 0
    package var errors: UInt64 = 0
    package var completed: UInt64 = 0
    /// The number of times that a registry ended without an error and without a completion.
    package var ended: UInt64 = 0

    package var total: UInt64 { values + errors + completed + ended }
  }

  /// Durations in nanoseconds; `p50` and `p99` are at most 1 % off.
  package struct Durations: Encodable, Equatable, Sendable {
    package var count: UInt64
    package var total: UInt64
    package var p50: UInt64
    package var p99: UInt64
    package var max: UInt64
  }

  /// A way in which activities caused one another, through nesting, queues and hops.
  package struct Chain: Encodable, Equatable, Sendable {
    /// The number of activities.
    package var depth: UInt64
    /// The number of times that the last of ``links`` was reached.
    package var count: UInt64
    /// The first 64 activities.
    package var links: [Link]

    package struct Link: Encodable, Equatable, Sendable {
      /// The line of the subscription whose handler caused the activity. Empty for the first activity, and where no
      /// handler ran.
      package var handler: String
      package var kind: String
      package var site: String
      package var label: String
    }
  }
}

/// The summary of a trace, by source line and by registry. Encodes as the output of `switchboard-trace summary --json`.
public struct TraceSummary: Encodable, Equatable, Sendable {
  public var program: String
  public var processID: Int32
  /// Whether the trace has times. Without times, all durations are nil.
  public var hasClock: Bool
  /// The nanoseconds from the first to the last record.
  public var duration: UInt64?
  public var records: UInt64
  /// The number of missing records. Counts are too low by what these records would have added.
  public var lost: UInt64
  public var threads: [Thread]
  /// The source lines, ordered by file and line.
  public var sites: [Site]
  /// The registries, ordered by number.
  public var registries: [Registry]
  /// The longest chains of causes, deepest first; at most as many as were asked for.
  public var chains: [Chain]

  public struct Thread: Encodable, Equatable, Sendable {
    public var number: UInt32
    public var id: UInt64
    public var name: String
    public var records: UInt64
    public var lost: UInt64
  }

  /// The summary of a source line that subscribes, sends, or both.
  public struct Site: Encodable, Equatable, Sendable {
    public var site: String
    /// The label of the first record of the line that has a label.
    public var label: String
    /// The number of subscriptions made, without places within chains of operators.
    public var subscribes: UInt64
    public var disposes: UInt64
    /// The number of subscriptions made in the trace that have not ended in it.
    public var live: UInt64
    /// The number of calls of the handlers given at the line. Values that a chain of operators held back do not count.
    public var deliveries: UInt64
    public var handling: Durations?
    public var sends: Sends
    /// The number of sends that waited for their turn. Each also counts in ``sends`` when its turn has come.
    public var queued: UInt64
    public var sending: Durations?
  }

  public struct Registry: Encodable, Equatable, Sendable {
    public var registry: UInt32
    public var label: String
    /// The number of subscriptions made, including places of chains of operators.
    public var subscribes: UInt64
    public var disposes: UInt64
    /// The number of subscriptions after the last subscribe or dispose, by the registry's own count.
    public var live: UInt64
    /// The highest number of subscriptions at any time.
    public var peak: UInt64
    public var sends: Sends
    public var queued: UInt64
    public var deliveries: UInt64
    public var handling: Durations?
    public var sending: Durations?
  }

  public struct Sends: Encodable, Equatable, Sendable {
    public var values: UInt64 = 0
    public var errors: UInt64 = 0
    public var completed: UInt64 = 0
    /// The number of times that a registry ended without an error and without a completion.
    public var ended: UInt64 = 0

    public var total: UInt64 { values + errors + completed + ended }
  }

  /// Durations in nanoseconds; `p50` and `p99` are at most 1 % off.
  public struct Durations: Encodable, Equatable, Sendable {
    public var count: UInt64
    public var total: UInt64
    public var p50: UInt64
    public var p99: UInt64
    public var max: UInt64
  }

  /// A way in which activities caused one another, through nesting, queues and hops.
  public struct Chain: Encodable, Equatable, Sendable {
    /// The number of activities.
    public var depth: UInt64
    /// The number of times that the last of ``links`` was reached.
    public var count: UInt64
    /// The first 64 activities.
    public var links: [Link]

    public struct Link: Encodable, Equatable, Sendable {
      /// The line of the subscription whose handler caused the activity. Empty for the first activity, and where no
      /// handler ran.
      public var handler: String
      public var kind: String
      public var site: String
      public var label: String
    }
  }
}

/// What a trace comes to, by source line and by registry. Encodes as what `switchboard-trace summary --json` prints.
public struct TraceSummary: Encodable, Equatable, Sendable {
  public var program: String
  public var processID: Int32
  /// Whether the trace has times. Otherwise no duration is known, and all are nil.
  public var hasClock: Bool
  /// Nanoseconds from the first to the last record.
  public var duration: UInt64?
  public var records: UInt64
  /// Records that are missing: counts are too low by what they would have told.
  public var lost: UInt64
  public var threads: [Thread]
  /// Ordered by file and line.
  public var sites: [Site]
  /// Ordered by number.
  public var registries: [Registry]
  /// The longest that things caused one another, deepest first; at most as many as were asked for.
  public var chains: [Chain]

  public struct Thread: Encodable, Equatable, Sendable {
    public var number: UInt32
    public var id: UInt64
    public var name: String
    public var records: UInt64
    public var lost: UInt64
  }

  /// Of a source line that subscribes or sends or both.
  public struct Site: Encodable, Equatable, Sendable {
    public var site: String
    /// Of the first record of the line that has one.
    public var label: String
    /// Without places within chains of operators.
    public var subscribes: UInt64
    public var disposes: UInt64
    /// Subscriptions made in the trace that have not ended in it.
    public var live: UInt64
    /// Calls of the handlers given there; not what a chain of operators held back.
    public var deliveries: UInt64
    public var handling: Durations?
    public var sends: Sends
    /// Sends that had to wait for their turn. Each is one of ``sends`` too, when its turn has come.
    public var queued: UInt64
    public var sending: Durations?
  }

  public struct Registry: Encodable, Equatable, Sendable {
    public var registry: UInt32
    public var label: String
    /// With places of chains of operators.
    public var subscribes: UInt64
    public var disposes: UInt64
    /// After the last subscribe or dispose, by the registry's own count.
    public var live: UInt64
    /// The most at any time.
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
    /// The registry ended without one of the two.
    public var ended: UInt64 = 0

    public var total: UInt64 { values + errors + completed + ended }
  }

  /// In nanoseconds; `p50` and `p99` are at most 1 % off.
  public struct Durations: Encodable, Equatable, Sendable {
    public var count: UInt64
    public var total: UInt64
    public var p50: UInt64
    public var p99: UInt64
    public var max: UInt64
  }

  /// A way that activities caused one another, through nesting, queues and hops.
  public struct Chain: Encodable, Equatable, Sendable {
    /// How many activities.
    public var depth: UInt64
    /// How often it came to the last of ``links``.
    public var count: UInt64
    /// The first 64 of them.
    public var links: [Link]

    public struct Link: Encodable, Equatable, Sendable {
      /// Of the subscription whose handler caused it; empty for the first and where none ran.
      public var handler: String
      public var kind: String
      public var site: String
      public var label: String
    }
  }
}

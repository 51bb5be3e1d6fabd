/// A stream that an engine keeps. See ``TransportConnection/open(_:done:)``.
public struct StreamSettings: Sendable, Hashable {
  /// The application and the name of the events, or the dead letters of the application.
  public var pattern: WirePattern
  /// The limits at which the stream drops old messages, or refuses new messages.
  public var limits: StreamLimits
  /// The number of partitions, which all processes must agree on.
  public var partitions: Int
  /// For how long the stream recognises a message that is sent again.
  public var duplicateWindow: Duration
  /// On how many servers of a cluster the stream is kept.
  public var replicas: Int
  /// Whether the stream keeps only the last message of each subject.
  public var keepsLast: Bool

  /// Makes settings.
  public init(
    pattern: WirePattern, limits: StreamLimits, partitions: Int, duplicateWindow: Duration, replicas: Int,
    keepsLast: Bool = false
  ) {
    (self.pattern, self.limits, self.partitions) = (pattern, limits, partitions)
    (self.duplicateWindow, self.replicas, self.keepsLast) = (duplicateWindow, replicas, keepsLast)
  }

  /// The stream's name, unique in an engine: `shop_durable_order-placed`. Without dots, spaces and wildcards.
  public var name: String { pattern.streamName }

  /// What the engine should note beside the stream, to recognise the stream later.
  public var note: String { "Switchboard: \(name), \(partitions) partition(s)" }
}

/// A consumer of a stream: what a group of processes has handled. See
/// ``TransportConnection/consume(_:from:receive:done:)``.
public struct ConsumerSettings: Sendable, Hashable {
  /// The stream.
  public var stream: StreamSettings
  /// The name of the group. Members with the same name share the messages.
  public var group: String
  /// The partition whose messages the consumer delivers; nil: all.
  public var partition: Int?
  /// Whether at most one message of the consumer is unacknowledged at a time, over all members.
  public var isOrdered: Bool
  /// The time after which a message that is neither acknowledged nor extended is delivered again.
  public var acknowledgementDeadline: Duration
  /// Whether a new group begins with the oldest message of the stream, or with the next message.
  public var begins: Beginning

  /// Where a new group begins.
  public enum Beginning: Sendable, Hashable {
    /// With the oldest event that the stream keeps.
    case oldest
    /// With the first event that is stored after the group was made.
    case next
  }

  /// Makes settings.
  public init(
    stream: StreamSettings, group: String, partition: Int?, isOrdered: Bool, acknowledgementDeadline: Duration,
    begins: Beginning
  ) {
    (self.stream, self.group, self.partition, self.isOrdered) = (stream, group, partition, isOrdered)
    (self.acknowledgementDeadline, self.begins) = (acknowledgementDeadline, begins)
  }

  /// The consumer's name, unique in its stream: the escaped group, and the partition if there is one: `billing%p0`. No
  /// escaped group has this form.
  public var name: String { WireText.escaped(group) + (partition.map { "%p\($0)" } ?? "") }

  /// The messages that the consumer delivers.
  public var pattern: WirePattern {
    var pattern = stream.pattern
    pattern.partition = partition
    return pattern
  }
}

internal import SwitchboardBroadcast
public import SwitchboardBus

/// An event that may travel to other processes.
///
/// ```swift
/// struct PriceChanged: WireEvent {
///   static let wireName = "price-changed"
///   var item: String
///   var cents: Int
/// }
/// ```
/// The name and the version are what other processes know of the event. The type's own name never travels, so a type
/// may be renamed or moved to another module. The data travels as JSON, by `Codable`, so programs in other languages
/// read it too. A ``BusLink`` links a bus to other processes.
///
/// An event of this protocol alone is a live event: processes that run now receive it, at most once. For events that
/// must not be lost see ``DurableEvent``.
public protocol WireEvent: Event, Codable {
  /// The name of the type of event between processes. Any text that is not empty, of at most 200 bytes, where each byte
  /// that is no ASCII letter or digit, `-` or `_` counts three. Two types of one program must not have one name.
  static var wireName: String { get }

  /// The version of the event's data, 1 or higher. 1 unless the type provides another version.
  ///
  /// A process reads the data of its own version and of earlier versions. A later version is reported as a problem. An
  /// event that is read from an earlier version is decoded by the same `init(from:)`, so give new data a default value
  /// there, or make it optional.
  static var wireVersion: Int { get }

  /// Whether an event that is delivered to one process may be handled twice. False unless the type says otherwise.
  ///
  /// A link sends a delivery again if it has no answer after half of the time, since its responder may have ended. The
  /// first responder may only be slow, so both may handle the event.
  static var isRepeatable: Bool { get }
}

extension WireEvent {
  /// 1: the first version.
  public static var wireVersion: Int { 1 }
  /// False: an event is delivered at most once.
  public static var isRepeatable: Bool { false }
}

/// An event that is stored until each group of processes has handled it, at least once.
///
/// ```swift
/// struct OrderPlaced: DurableEvent {
///   static let wireName = "order-placed"
///   var id: Int
/// }
/// ```
/// All events of a type are in one stream, which is trimmed to ``streamLimits``. The protocol says how a type is
/// stored, so that senders and receivers cannot disagree.
public protocol DurableEvent: WireEvent {
  /// The size and the age at which the stream drops its oldest events. 1 GiB and 7 days unless the type provides other
  /// limits.
  static var streamLimits: StreamLimits { get }

  /// The number of partitions of the stream, from 1 to 256. 1 unless the type provides another number.
  ///
  /// Events with the same ``partitionKey`` are in the same partition. With an ordered reception, one event of each
  /// partition is handled at a time, in order, also after a failure. The number must be the same in all processes.
  static var partitions: Int { get }

  /// The text that determines the partition, such as the number of a customer. Nil unless the type provides a key:
  /// events without a key are in the first partition.
  var partitionKey: String? { get }
}

extension DurableEvent {
  /// 1 GiB and 7 days; a full stream drops its oldest events.
  public static var streamLimits: StreamLimits { StreamLimits() }
  /// One partition.
  public static var partitions: Int { 1 }
  /// Nil: all events are in the first partition.
  public var partitionKey: String? { nil }
}

/// The limits of a stream of durable events. See ``DurableEvent/streamLimits``.
public struct StreamLimits: Sendable, Hashable {
  /// What a full stream does with a new event.
  public enum Overflow: Sendable, Hashable {
    /// Drops the oldest events. A group that had not handled them yet reports a gap.
    case dropOldest
    /// Refuses the new event, so that publishing fails.
    case refuseNew
  }

  /// The largest number of bytes that the stream keeps, with names and headers.
  public var bytes: Int
  /// The largest age of an event.
  public var age: Duration
  /// What a full stream does with a new event.
  public var whenFull: Overflow

  /// Makes limits.
  ///
  /// - Precondition: `bytes` and `age` are positive.
  public init(bytes: Int = 1 << 30, age: Duration = .seconds(7 * 24 * 3600), whenFull: Overflow = .dropOldest) {
    require(bytes > 0, "a stream of \(bytes) bytes could keep no event; use 1 or more")
    require(age > .zero, "a stream with the age limit \(age) could keep no event; use a positive age")
    (self.bytes, self.age, self.whenFull) = (bytes, age, whenFull)
  }
}

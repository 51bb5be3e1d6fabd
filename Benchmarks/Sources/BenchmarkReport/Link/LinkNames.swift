/// The names of the suite `link`, and what they mean.
public enum LinkNames {
  public static let suite = "link"

  /// A program in C with the same client library.
  public static let peer = "c"
  /// A link over NATS, with events that are their own bytes.
  public static let nats = "nats"
  /// The same with events as JSON.
  public static let json = "nats-json"
  /// A link over the engine in memory.
  public static let memory = "memory"
  /// A bus without a link.
  public static let bus = "bus"

  /// A thread that wakes another one, and does nothing else.
  public static let wake = "wake"

  public static let live = "live"
  public static let durable = "durable"
  public static let kinds = [live, durable]
  public static func rate(_ kind: String) -> String { "\(kind).rate" }
  public static func share(_ kind: String) -> String { "\(kind).share" }

  public static let encode = "json.encode"
  public static let decode = "json.decode"

  public static let median = "latency.p50"
  public static let slowest = "latency.p99"

  /// The dispatches of a thread that does nothing else, and those of a thread that pauses between them.
  public static let dispatches = ["loaded", "isolated"]
  public static func dispatch(_ load: String) -> String { "dispatch.\(load)" }
  public static func more(_ load: String) -> String { "dispatch.\(load).more" }
  public static let mallocs = "dispatch.mallocs"

  public static let events = "events/s"
  public static let percent = "%"
  public static let nanoseconds = "ns"
  public static let microseconds = "µs"
  public static let count = "mallocs"

  static let order = [peer, nats, json, bus, memory, wake]
}

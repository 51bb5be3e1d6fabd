import BenchmarkResults

/// The names of the suite `inspector`, and what they mean.
public enum InspectorNames {
  public static let suite = "inspector"

  // The builds of the program, each a candidate.
  public static let off = "off"
  public static let tracing = "tracing"
  public static let counting = "inspector"
  /// A candidate a second time, which shows the noise of the run.
  public static let control = (name: "inspector-again", of: counting)
  // What happens in a process, each a candidate.
  public static let alone = "alone"
  public static let watched = "watched"
  public static let burst = "burst"

  public static let send = "counting.send"
  public static let dispatch = "counting.dispatch"
  public static let subscribe = "counting.subscribe"
  public static let registryBytes = "bytes.registry"
  public static let subscriptionBytes = "bytes.subscription"
  public static let registryAllocated = "bytes.registry.allocated"
  public static let subscriptionAllocated = "bytes.subscription.allocated"

  /// The loads under which two threads send what is offered.
  public static let offeredLoads = ["hot", "all"]
  public static let loads = offeredLoads + ["saturated"]

  public static func watching(_ load: String) -> String { "watching.\(load)" }
  public static func ratio(_ load: String) -> String { "watching.\(load).ratio" }
  public static func rate(_ load: String) -> String { "watching.\(load).rate" }
  public static func loss(_ load: String) -> String { "watching.\(load).loss" }
  public static func thread(_ load: String) -> String { "thread.\(load)" }
  public static func answer(_ load: String) -> String { "answer.\(load)" }

  public static let allocated = "memory.allocated"
  public static let resident = "memory.resident"

  public static let burstRate = "burst.rate"
  public static let burstShare = "burst.share"
  public static let burstEnd = "burst.end"

  public static let bytes = "bytes"
  public static let perSend = "ns/send"
  public static let sends = "sends/ms"
  public static let percent = "%"
  /// Processor time per second.
  public static let busy = "ms/s"
  public static let milliseconds = "ms"
  public static let megabytes = "MB"
  public static let times = "×"

  static let order = [off, tracing, counting, control.name, alone, watched, burst]
}

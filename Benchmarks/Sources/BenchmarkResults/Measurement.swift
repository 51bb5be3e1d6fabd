/// The figures of one workload with one candidate at one size. A figure that was not measured is nil, never 0.
public struct Measurement: Codable, Equatable, Sendable {
  public var suite: String
  public var workload: String
  public var candidate: String
  /// The number of subscribers.
  public var n: Int

  /// The state of the heap when the processes began to measure: `clean` or `aged`.
  public var heap: String
  /// The allocator of the measuring processes: `jemalloc`, `mimalloc` or `system`.
  public var allocator: String

  /// The unit of the times: `ns/op` unless the workload has another.
  public var unit: String
  /// The median over the processes of the median over the rounds of each.
  @OrNull public var median: Double?
  @OrNull public var min: Double?
  @OrNull public var max: Double?
  /// The number of timed rounds of a process.
  public var rounds: Int
  /// The time of each round, by process. Nil for a figure that one process measured once.
  @OrNull public var samples: [[Double]]?

  @OrNull public var mallocsPerOp: Double?
  /// The bytes per subscriber in the allocator's size classes, slots and growth slack included.
  @OrNull public var bytesPerSubscriber: Double?
  /// The highest number of live bytes during the operation.
  @OrNull public var peakBytes: Double?
  @OrNull public var instructionsPerOp: Double?
  /// The calls of `swift_retain` and similar functions. Each implies a release.
  @OrNull public var retainsPerOp: Double?

  public init(
    suite: String, workload: String, candidate: String, n: Int, heap: String = "clean", allocator: String = "jemalloc",
    unit: String = "ns/op", median: Double? = nil, min: Double? = nil, max: Double? = nil, rounds: Int = 0,
    samples: [[Double]]? = nil, mallocsPerOp: Double? = nil, bytesPerSubscriber: Double? = nil,
    peakBytes: Double? = nil, instructionsPerOp: Double? = nil, retainsPerOp: Double? = nil
  ) {
    self.suite = suite
    self.workload = workload
    self.candidate = candidate
    self.n = n
    self.heap = heap
    self.allocator = allocator
    self.unit = unit
    self.median = median
    self.min = min
    self.max = max
    self.rounds = rounds
    self.samples = samples
    self.mallocsPerOp = mallocsPerOp
    self.bytesPerSubscriber = bytesPerSubscriber
    self.peakBytes = peakBytes
    self.instructionsPerOp = instructionsPerOp
    self.retainsPerOp = retainsPerOp
  }
}

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
  public var median: Double?
  public var min: Double?
  public var max: Double?
  /// The number of timed rounds of a process.
  public var rounds: Int
  /// The time of each round, by process. Nil for a figure that one process measured once.
  public var samples: [[Double]]?

  public var mallocsPerOp: Double?
  /// The bytes per subscriber in the allocator's size classes, slots and growth slack included.
  public var bytesPerSubscriber: Double?
  /// The highest number of live bytes during the operation.
  public var peakBytes: Double?
  public var instructionsPerOp: Double?
  /// The calls of `swift_retain` and similar functions. Each implies a release.
  public var retainsPerOp: Double?

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

  // Written by hand, so that a missing figure is an explicit null: a reader of the file sees that it was not measured.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(suite, forKey: .suite)
    try container.encode(workload, forKey: .workload)
    try container.encode(candidate, forKey: .candidate)
    try container.encode(n, forKey: .n)
    try container.encode(heap, forKey: .heap)
    try container.encode(allocator, forKey: .allocator)
    try container.encode(unit, forKey: .unit)
    try container.encode(median, forKey: .median)
    try container.encode(min, forKey: .min)
    try container.encode(max, forKey: .max)
    try container.encode(rounds, forKey: .rounds)
    try container.encode(samples, forKey: .samples)
    try container.encode(mallocsPerOp, forKey: .mallocsPerOp)
    try container.encode(bytesPerSubscriber, forKey: .bytesPerSubscriber)
    try container.encode(peakBytes, forKey: .peakBytes)
    try container.encode(instructionsPerOp, forKey: .instructionsPerOp)
    try container.encode(retainsPerOp, forKey: .retainsPerOp)
  }
}

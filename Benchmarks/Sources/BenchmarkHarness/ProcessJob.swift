/// The work of one measuring process: the cells of one group, and the conditions to measure them in.
public struct ProcessJob: Codable, Equatable, Sendable {
  public var workload: String
  public var n: Int
  public var candidates: [String]
  public var rounds: Int
  /// The nanoseconds that a sample should take.
  public var target: Double
  /// The seed of everything that is random within the process.
  public var seed: UInt64
  public var heap: HeapState
  /// The processor to run on; nil for any.
  public var processor: Int?
  /// Whether the process waits for its ``Turn`` before its preparation and before each round.
  public var takesTurns: Bool

  public init(
    workload: String, n: Int, candidates: [String], rounds: Int, target: Double, seed: UInt64, heap: HeapState,
    processor: Int? = nil, takesTurns: Bool = false
  ) {
    self.workload = workload
    self.n = n
    self.candidates = candidates
    self.rounds = rounds
    self.target = target
    self.seed = seed
    self.heap = heap
    self.processor = processor
    self.takesTurns = takesTurns
  }
}

/// What a measuring process answers.
public struct ProcessReport: Codable, Equatable, Sendable {
  public struct Row: Codable, Equatable, Sendable {
    public var candidate: String
    public var samples: [Double]
    public var failure: String?

    public init(candidate: String, samples: [Double], failure: String?) {
      self.candidate = candidate
      self.samples = samples
      self.failure = failure
    }
  }

  public var rows: [Row]

  public init(rows: [Row]) { self.rows = rows }
}

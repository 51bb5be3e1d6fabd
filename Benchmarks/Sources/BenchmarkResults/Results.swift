/// The complete results of a run: the content of `results.json`.
public struct Results: Codable, Equatable, Sendable {
  /// The format's name and version.
  public static let schema = "switchboard.bench/2"

  public var schema: String
  /// Whether the run was interrupted. The results then contain what was measured until then.
  public var partial: Bool
  /// What the run could not get, each a sentence: what was interrupted, what failed, which tool was missing.
  public var incomplete: [String]
  public var environment: Environment
  /// What the report says first. Empty before the last suite has run.
  public var answer: [AnswerLine]
  /// The workloads of the suites, measured this time or not.
  public var workloads: [WorkloadDescription]
  public var measurements: [Measurement]
  /// The memory of registries over their lives; empty where no suite measured it.
  public var memoryLives: [MemoryLife]

  public init(
    partial: Bool = false, incomplete: [String] = [], environment: Environment, answer: [AnswerLine] = [],
    workloads: [WorkloadDescription] = [], measurements: [Measurement], memoryLives: [MemoryLife] = []
  ) {
    schema = Self.schema
    self.partial = partial
    self.incomplete = incomplete
    self.environment = environment
    self.answer = answer
    self.workloads = workloads
    self.measurements = measurements
    self.memoryLives = memoryLives
  }
}

extension Results {
  /// What ``incomplete`` says about a suite that was interrupted.
  public static func interruption(of suite: String) -> String {
    "The run of \(suite) was interrupted before its end."
  }

  /// Returns the times of a place, by process and round.
  public var samples: [Measurement.Identity: [[Double]]] {
    Dictionary(
      measurements.compactMap { row in row.samples.map { (row.identity, $0) } }, uniquingKeysWith: { $1 })
  }
}

/// A workload, in the words of the program that measures it. The report takes the words from here.
public struct WorkloadDescription: Codable, Equatable, Sendable {
  public var suite: String
  public var name: String
  /// Sentences that define one operation, and say what some candidates do instead.
  public var sentence: String
  /// The word for one operation on the axes of charts, such as `delivery`.
  public var operation: String

  public init(suite: String, name: String, sentence: String, operation: String = "operation") {
    self.suite = suite
    self.name = name
    self.sentence = sentence
    self.operation = operation
  }
}

/// The complete results of a run: the content of `results.json`.
public struct Results: Codable, Equatable, Sendable {
  /// The format's name and version.
  public static let schema = "switchboard.bench/1"

  public var schema: String
  /// Whether the run was interrupted. The results then contain what was measured until then.
  public var partial: Bool
  public var environment: Environment
  /// The workloads of the suites, measured this time or not. Empty in files of earlier programs.
  public var workloads: [WorkloadDescription]
  public var measurements: [Measurement]

  public init(
    partial: Bool = false, environment: Environment, workloads: [WorkloadDescription] = [], measurements: [Measurement]
  ) {
    schema = Self.schema
    self.partial = partial
    self.environment = environment
    self.workloads = workloads
    self.measurements = measurements
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    schema = try container.decode(String.self, forKey: .schema)
    partial = try container.decode(Bool.self, forKey: .partial)
    environment = try container.decode(Environment.self, forKey: .environment)
    workloads = try container.decodeIfPresent([WorkloadDescription].self, forKey: .workloads) ?? []
    measurements = try container.decode([Measurement].self, forKey: .measurements)
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

/// The figures of one workload with one candidate at one size. A figure that was not measured is nil, never 0.
public struct Measurement: Codable, Equatable, Sendable {
  public var suite: String
  public var workload: String
  public var candidate: String
  /// The number of subscribers.
  public var n: Int

  /// The unit of the three times: `ns/op` unless the workload has another.
  public var unit: String
  public var median: Double?
  public var min: Double?
  public var max: Double?
  /// The number of timed rounds, without the warm-up.
  public var rounds: Int

  public var mallocsPerOp: Double?
  /// The bytes per subscriber in the allocator's size classes, slots and growth slack included.
  public var bytesPerSubscriber: Double?
  /// The highest number of live bytes during the operation.
  public var peakBytes: Double?
  public var instructionsPerOp: Double?
  /// The calls of `swift_retain` and similar functions. Each implies a release.
  public var retainsPerOp: Double?

  public init(
    suite: String, workload: String, candidate: String, n: Int, unit: String = "ns/op", median: Double? = nil,
    min: Double? = nil, max: Double? = nil, rounds: Int = 0, mallocsPerOp: Double? = nil,
    bytesPerSubscriber: Double? = nil, peakBytes: Double? = nil, instructionsPerOp: Double? = nil,
    retainsPerOp: Double? = nil
  ) {
    self.suite = suite
    self.workload = workload
    self.candidate = candidate
    self.n = n
    self.unit = unit
    self.median = median
    self.min = min
    self.max = max
    self.rounds = rounds
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
    try container.encode(unit, forKey: .unit)
    try container.encode(median, forKey: .median)
    try container.encode(min, forKey: .min)
    try container.encode(max, forKey: .max)
    try container.encode(rounds, forKey: .rounds)
    try container.encode(mallocsPerOp, forKey: .mallocsPerOp)
    try container.encode(bytesPerSubscriber, forKey: .bytesPerSubscriber)
    try container.encode(peakBytes, forKey: .peakBytes)
    try container.encode(instructionsPerOp, forKey: .instructionsPerOp)
    try container.encode(retainsPerOp, forKey: .retainsPerOp)
  }
}

/// The machine and the build of a run. A figure means nothing without them.
public struct Environment: Codable, Equatable, Sendable {
  /// The date in ISO 8601, UTC.
  public var date: String
  public var commit: String
  public var cpu: String
  public var cores: Int
  /// The operating system and the kernel.
  public var os: String
  public var swift: String
  public var flags: String
  public var allocator: Allocator

  public init(
    date: String, commit: String, cpu: String, cores: Int, os: String, swift: String, flags: String,
    allocator: Allocator
  ) {
    self.date = date
    self.commit = commit
    self.cpu = cpu
    self.cores = cores
    self.os = os
    self.swift = swift
    self.flags = flags
    self.allocator = allocator
  }
}

public struct Allocator: Codable, Equatable, Sendable {
  public enum SelfCheck: String, Codable, Sendable {
    case passed
    /// The allocator's counters did not show allocations that were made. The memory columns are left out.
    case failed
    /// There is nothing to check, because another allocator is in use.
    case unavailable
  }

  public var name: String
  public var version: String?
  public var selfCheck: SelfCheck

  public init(name: String, version: String?, selfCheck: SelfCheck) {
    self.name = name
    self.version = version
    self.selfCheck = selfCheck
  }

  // An unknown version is an explicit null, like a missing figure.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(version, forKey: .version)
    try container.encode(selfCheck, forKey: .selfCheck)
  }
}

import BenchmarkResults
import Foundation

/// The exact figures of an accepted run: the content of `Reports/baseline.json`, against which later runs are checked.
public struct Baseline: Codable, Equatable, Sendable {
  /// The format's name and version.
  public static let schema = "switchboard.baseline/1"

  public var schema: String
  public var environment: Origin
  public var figures: [Figures]

  /// The run and the machine that the figures come from.
  public struct Origin: Codable, Equatable, Sendable {
    public var date: String
    public var commit: String
    public var cpu: String
    public var os: String
    public var swift: String
    public var flags: String
    public var allocator: Allocator
  }

  /// The exact figures of one workload with one candidate at one size.
  public struct Figures: Codable, Equatable, Sendable {
    public var suite: String
    public var workload: String
    public var candidate: String
    public var n: Int
    @OrNull public var mallocsPerOp: Double?
    @OrNull public var bytesPerSubscriber: Double?
    @OrNull public var instructionsPerOp: Double?
    @OrNull public var retainsPerOp: Double?
    /// Only the suite `leaks` has this figure; the key is absent in other suites.
    public var bytesPerCycle: Double?
    /// Only the suite `client` has this figure; the key is absent in other suites.
    public var codeBytes: Double?
  }

  /// Rows without an exact figure are left out: their times mean nothing in another run.
  public init(_ results: Results) {
    schema = Self.schema
    let environment = results.environment
    self.environment = Origin(
      date: environment.date, commit: environment.commit, cpu: environment.cpu, os: environment.os,
      swift: environment.swift, flags: environment.flags, allocator: environment.allocator)
    figures = results.measurements.map(Figures.init).filter { row in
      ExactFigure.allCases.contains { row[keyPath: $0.path] != nil }
    }
  }

  public static func read(_ url: URL) throws(ReportError) -> Baseline {
    try JSONFile.read(Baseline.self, schema: schema, from: url)
  }
}

extension Baseline.Figures {
  init(_ row: BenchmarkResults.Measurement) {
    self.init(
      suite: row.suite, workload: row.workload, candidate: row.candidate, n: row.n,
      mallocsPerOp: TwoThreads.hasExactMallocs(row) ? row.mallocsPerOp : nil,
      bytesPerSubscriber: row.bytesPerSubscriber,
      instructionsPerOp: Self.wakesThreads(row) ? nil : row.instructionsPerOp,
      retainsPerOp: Self.wakesThreads(row) ? nil : row.retainsPerOp, bytesPerCycle: LeaksNames.exactBytes(row),
      codeBytes: ClientNames.codeBytes(row))
  }

  /// Whether the operating system decides how often the row's queue wakes a thread, so that its work differs from run
  /// to run.
  private static func wakesThreads(_ row: BenchmarkResults.Measurement) -> Bool { row.workload == "hop.queue" }
}

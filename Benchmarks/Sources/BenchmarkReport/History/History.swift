public import BenchmarkResults
public import Foundation

/// The headline figures of earlier runs: a file with one run per line, oldest first.
public struct History: Equatable, Sendable {
  /// One run, with the machine and the build that its figures come from.
  public struct Run: Codable, Equatable, Sendable {
    public var schema: String
    /// The date in ISO 8601, UTC.
    public var date: String
    public var commit: String
    public var cpu: String
    public var cores: Int
    public var os: String
    public var swift: String
    public var allocator: String
    public var flags: String
    public var figures: [AnswerFigure]

    init(_ results: Results) {
      let environment = results.environment
      schema = History.schema
      (date, commit, cpu, cores) = (environment.date, environment.commit, environment.cpu, environment.cores)
      (os, swift, flags) = (environment.os, environment.swift, environment.flags)
      allocator = environment.allocator.description
      figures = Answer(results).lines.flatMap(\.figures)
    }
  }

  /// The format's name and version, in each line.
  public static let schema = "switchboard.history/1"

  public private(set) var runs: [Run]

  public init(runs: [Run] = []) { self.runs = runs }

  /// Reads a file. A file that does not exist is an empty history.
  public static func read(_ url: URL) throws(ReportError) -> History {
    guard FileManager.default.fileExists(atPath: url.path) else { return History() }
    let text: String
    do {
      text = try String(contentsOf: url, encoding: .utf8)
    } catch {
      throw .cannotRead(path: url.relativePath, reason: JSONFile.reason(of: error))
    }
    var runs: [Run] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where !line.isEmpty
    {
      guard let run = try? JSONDecoder().decode(Run.self, from: Data(line.utf8)), run.schema == schema else {
        throw .notUsable(
          path: url.relativePath,
          reason: "line \(index + 1) is no run of the schema “\(schema)”; remove the line, or move the file away")
      }
      runs.append(run)
    }
    return History(runs: runs)
  }

  /// Adds a line for the run. A run with the date of the last line takes its place: its report was written again.
  ///
  /// Throws for an interrupted run, and for a run without headline figures.
  public mutating func record(_ results: Results) throws(ReportError) {
    let run = Run(results)
    guard !results.partial, !run.figures.isEmpty else {
      throw .notAcceptable(
        reason: results.partial ? "the run was interrupted" : "the run has no headline figure; run `make bench`")
    }
    if runs.last?.date == run.date, runs.last?.commit == run.commit { runs.removeLast() }
    runs.append(run)
  }

  public func write(to url: URL) throws(ReportError) {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let lines = try runs.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(lines.joined().utf8).write(to: url, options: .atomic)
    } catch {
      throw .cannotWrite(path: url.relativePath, reason: JSONFile.reason(of: error))
    }
  }
}

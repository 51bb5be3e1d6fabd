import BenchmarkResults
import Foundation

/// Makes a run the committed reference: copies the report, and writes the baseline for the checks of later runs.
public struct Acceptance {
  private let results: URL
  private let reports: URL

  /// - Parameters:
  ///   - results: The `results.json` to accept; its report is beside it.
  ///   - reports: The folder that gets `reference/` and `baseline.json`.
  public init(results: URL, reports: URL) {
    self.results = results
    self.reports = reports
  }

  /// The written files, and the exact figures that the new baseline lacks.
  public struct Outcome: Sendable {
    public let files: [URL]
    public let unmeasured: [ExactFigure]

    /// A sentence to show when figures are missing; nil otherwise.
    public var warning: String? {
      unmeasured.isEmpty
        ? nil
        : "the new baseline has no \(Markdown.list(unmeasured.map(\.name))), which `make bench-check` does not compare"
    }
  }

  /// Accepts the results. Throws for partial results, and for results without any exact figure.
  public func run() throws(ReportError) -> Outcome {
    let found = try ResultsFile.read(results)
    guard !found.partial else {
      throw .notAcceptable(reason: "the run was interrupted; run `make bench-all` to its end")
    }
    let baseline = Baseline(found)
    guard !baseline.figures.isEmpty else {
      throw .notAcceptable(
        reason: "they have no exact figure, so `make bench-check` would compare nothing; install jemalloc or valgrind")
    }
    let missing = try missingSuites(baseline)
    guard missing.isEmpty else {
      throw .notAcceptable(
        reason: "they have nothing of \(Markdown.list(missing)), which the baseline has; run `make bench-all`")
    }
    do {
      let files = try copyReport() + [writeBaseline(baseline)]
      return Outcome(
        files: files,
        unmeasured: ExactFigure.allCases.filter { figure in
          !baseline.figures.contains { $0[keyPath: figure.path] != nil }
        })
    } catch {
      throw .cannotWrite(path: reports.relativePath, reason: JSONFile.reason(of: error))
    }
  }

  /// Returns the suites that the baseline would lose, as by a run that only answers questions.
  private func missingSuites(_ baseline: Baseline) throws(ReportError) -> [String] {
    let url = reports.appending(path: "baseline.json")
    guard FileManager.default.fileExists(atPath: url.path) else { return [] }
    let own = Set(baseline.figures.map(\.suite))
    return Set(try Baseline.read(url).figures.map(\.suite)).subtracting(own).sorted()
  }

  private func writeBaseline(_ baseline: Baseline) throws -> URL {
    let url = reports.appending(path: "baseline.json")
    try JSONFile.data(baseline).write(to: url, options: .atomic)
    return url
  }

  /// Copies the report into a new folder, which then replaces the old folder. So no chart of an earlier reference
  /// remains.
  private func copyReport() throws -> [URL] {
    let manager = FileManager.default
    let source = results.deletingLastPathComponent()
    let target = reports.appending(path: "reference")
    let staging = reports.appending(path: ".reference.partial")
    try manager.createDirectory(at: reports, withIntermediateDirectories: true)
    if manager.fileExists(atPath: staging.path) { try manager.removeItem(at: staging) }
    try manager.createDirectory(at: staging.appending(path: Chart.directory), withIntermediateDirectories: true)

    try manager.copyItem(at: results, to: staging.appending(path: "results.json"))
    let charts = (try? manager.contentsOfDirectory(atPath: source.appending(path: Chart.directory).path)) ?? []
    let drawings = charts.filter { $0.hasSuffix(".svg") }.sorted().map { "\(Chart.directory)/\($0)" }
    let files = ["report.md", "report.html"] + Pictures.files + drawings
    let present = files.filter { manager.fileExists(atPath: source.appending(path: $0).path) }
    for file in present {
      try manager.copyItem(at: source.appending(path: file), to: staging.appending(path: file))
    }
    if manager.fileExists(atPath: target.path) { try manager.removeItem(at: target) }
    try manager.moveItem(at: staging, to: target)
    return (["results.json"] + present).map { target.appending(path: $0) }
  }
}

import BenchmarkResults
import Foundation

/// Writes the results of a run into a directory: `results.json`, `report.md`, the pictures and the chart
/// specifications. Where Python can draw, also `report.html` and `charts/*.svg`.
public struct ReportWriter {
  private let directory: URL
  private let findRenderer: () -> ChartRenderer?
  private let warn: (String) -> Void

  /// Creates a writer that reports on standard error what could not be created, and how to install what is missing.
  public init(directory: URL) {
    self.init(directory: directory, findRenderer: { .find(near: directory) }) { message in
      FileHandle.standardError.write(Data((message + "\n").utf8))
    }
  }

  init(directory: URL, findRenderer: @escaping () -> ChartRenderer?, warn: @escaping (String) -> Void) {
    self.directory = directory
    self.findRenderer = findRenderer
    self.warn = warn
  }

  /// Writes only `results.json`, for a run whose other suites follow.
  public func writeResults(_ results: Results) throws(ReportError) -> URL {
    let json = directory.appending(path: "results.json")
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try ResultsFile.data(results).write(to: json, options: .atomic)
    } catch {
      throw .cannotWrite(path: directory.relativePath, reason: JSONFile.reason(of: error))
    }
    return json
  }

  /// Writes the report. Each file is written whole or not at all; `results.json` comes first.
  ///
  /// - Returns: The files of the report, without the specifications of its charts.
  public func write(_ results: Results, history: History = History()) throws(ReportError) -> [URL] {
    var results = results
    results.answer = Answer(results).lines
    let json = directory.appending(path: "results.json")
    let markdown = directory.appending(path: "report.md")
    let charts = directory.appending(path: Chart.directory)
    let blocks = ReportText.blocks(results, history)
    let drawn = blocks.compactMap { block -> Chart? in
      if case .chart(let chart) = block { chart } else { nil }
    }
    let pictures = try Pictures(results).write(to: directory)
    do {
      try FileManager.default.createDirectory(at: charts, withIntermediateDirectories: true)
      try ResultsFile.data(results).write(to: json, options: .atomic)
      try removeOldDrawings(charts)
      for chart in drawn {
        try JSONFile.data(chart.spec).write(to: charts.appending(path: chart.name + ".vl.json"), options: .atomic)
      }
      try write(blocks, withCharts: true, to: markdown)
      if let problem = render() {
        warn(problem)
        try removeDrawings(charts)
        try write(blocks, withCharts: false, to: markdown)
        return [json, markdown] + pictures
      }
    } catch {
      throw .cannotWrite(path: directory.relativePath, reason: JSONFile.reason(of: error))
    }
    return [json, markdown, page] + pictures + drawn.map { charts.appending(path: $0.name + ".svg") }
  }

  private var page: URL { directory.appending(path: "report.html") }

  private func write(_ blocks: [Block], withCharts: Bool, to url: URL) throws {
    try Data(ReportText.markdown(blocks, withCharts: withCharts).utf8).write(to: url, options: .atomic)
  }

  /// Draws the charts. Returns a description of what is missing or failed; nil on success.
  private func render() -> String? {
    guard let renderer = findRenderer() else {
      return
        """
        charts and report.html are missing, because no Python with vl-convert-python and markdown-it-py was found; \
        install them with: \(ChartRenderer.setup)
        """
    }
    return renderer.render(directory).map { "charts and report.html are missing, because Python failed:\n\($0)" }
  }

  /// Removes the charts of an earlier run, which must not stand beside new figures.
  private func removeOldDrawings(_ charts: URL) throws {
    try removeDrawings(charts)
    try remove(charts, ending: ".vl.json")
  }

  private func removeDrawings(_ charts: URL) throws {
    try remove(charts, ending: ".svg")
    if FileManager.default.fileExists(atPath: page.path) { try FileManager.default.removeItem(at: page) }
  }

  private func remove(_ charts: URL, ending: String) throws {
    for file in try FileManager.default.contentsOfDirectory(at: charts, includingPropertiesForKeys: nil)
    where file.lastPathComponent.hasSuffix(ending) {
      try FileManager.default.removeItem(at: file)
    }
  }
}

import BenchmarkResults
import Synchronization

@testable import BenchmarkReport

/// The reports of made-up runs. A report has hundreds of bootstraps, so each is written once for all tests.
enum CannedReports {
  private struct Report {
    let results: Results
    let blocks: [Block]
    let text: String
  }

  private static let all = Mutex<[Report]>([])

  /// Returns the text of the report, with plain spaces.
  static func text(_ results: Results) -> String { report(results).text }

  static func blocks(_ results: Results) -> [Block] { report(results).blocks }

  private static func report(_ results: Results) -> Report {
    all.withLock { all in
      if let known = all.first(where: { $0.results == results }) { return known }
      let blocks = ReportText.blocks(results)
      let text = ReportText.markdown(blocks, withCharts: true).replacing(Figure.space, with: " ")
      let report = Report(results: results, blocks: blocks, text: text)
      all.append(report)
      return report
    }
  }
}

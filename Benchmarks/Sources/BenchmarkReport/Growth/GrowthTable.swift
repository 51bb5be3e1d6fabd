import BenchmarkStatistics
import Foundation

/// The growth classes of a suite: workloads across, candidates down.
enum GrowthTable {
  static func blocks(hiding controls: [String], in suite: SuiteMeasurements) -> [Block] {
    let all = Growth.all(in: suite, hiding: controls)
    guard !all.isEmpty else { return [] }
    let workloads = suite.workloads.filter { name in all.contains { $0.workload == name } }
    let candidates = suite.candidates.filter { name in all.contains { $0.candidate == name } }
    let rows = candidates.map { candidate in
      [Markdown.code(candidate)]
        + workloads.map { workload in
          all.first { ($0.workload, $0.candidate) == (workload, candidate) }.map(cell) ?? Figure.missing
        }
    }
    let header =
      ["cost of one"] + workloads.map { "\(Markdown.columnHead($0))<br>\(suite.operation(of: $0))" }
    let disagreements = all.compactMap(disagreement)
    return [
      .heading(3, "Growth in \(suite.suite)"), .text(explanation),
      .text(Markdown.table(header, rows, figures: "---")),
    ]
      + (disagreements.isEmpty
        ? []
        : [.text("Where instructions and time disagree:"), .text(Markdown.bullets(disagreements))])
  }

  private static let explanation = """
    How the cost of one operation grows with n, from \(Markdown.size(GrowthFit.smallest)) on. First the class by \
    instructions, which are exact. Then the class by time, with the share of resampled runs that find the same class. \
    A cost that rises by less than a quarter from the smallest to the largest n is O(1). The operation of a send is \
    one delivery, and a send makes n deliveries: if a delivery is O(1), the send is O(n).
    """

  private static func cell(_ growth: Growth) -> String {
    let instructions = growth.instructions?.growth.rawValue ?? Figure.missing
    let time = growth.time.map { "\($0.growth.rawValue) \(share($0.confidence))" } ?? Figure.missing
    return "\(instructions)<br>time \(time)".replacing(" ", with: Figure.space)
  }

  private static func share(_ confidence: Double) -> String { "(\(Int((confidence * 100).rounded())) %)" }

  /// Returns a sentence if the class by time is not the class by instructions.
  private static func disagreement(_ growth: Growth) -> String? {
    guard let counted = growth.instructions?.growth, let time = growth.time, counted != time.growth,
      let smallest = time.points.first?.n, let largest = time.points.last?.n, let last = growth.largestCounted
    else { return nil }
    let found =
      time.growth > counted
      ? "the time grows with the cache misses, \(time.growth.rawValue) \(share(time.confidence))"
      : "the time does not show it at these n, \(time.growth.rawValue) \(share(time.confidence))"
    return """
      \(Markdown.code(growth.workload)), \(Markdown.code(growth.candidate)): \(counted.rawValue) in instructions up to \
      \(Markdown.size(last)); \(found): \(Figure.ratio(time.rise)) from \(Markdown.size(smallest)) to \
      \(Markdown.size(largest)).
      """
  }
}

import BenchmarkResults
import Foundation

/// The picture that opens the report: what a send after churn and a removal take with each storage, over n, and where
/// two storages take the same time.
enum StoragesPicture {
  static let name = "overview"

  private static let workloads = [
    (name: "send.churned", title: "Send after churn: ns per delivery", words: "a delivery after churn"),
    (name: "unsubscribe.random", title: "Removal in random order: ns", words: "a removal in random order"),
  ]

  /// Returns nil if no storage was timed at two sizes.
  static func picture(_ comparisons: Comparisons) -> Picture? {
    let all = workloads.compactMap { workload in
      StoragePanel(workload.name, comparisons).map { (workload, $0) }
    }
    guard !all.isEmpty else { return nil }
    let sentences = all.map { workload, panel in panel.text(workload.words) }
    return Picture(
      name: name, text: "Time per operation over the number of subscribers: \(sentences.joined(separator: "; ")).",
      panels: all.map { $1.panel(titled: $0.title) })
  }
}

/// The times of a workload, over n.
struct StoragePanel {
  private typealias Series = (candidate: String, points: [(n: Int, time: Double)])

  private let workload: String
  private let series: [Series]
  private let sizes: [Int]
  let crossings: [Crossover]

  init?(_ workload: String, _ comparisons: Comparisons) {
    let suite = comparisons.suite
    self.workload = workload
    series = StorageCandidates.main.compactMap { candidate in
      let points = suite.sizes(of: workload).compactMap { n in
        suite.time(workload, candidate, n).map { (n: n, time: $0) }
      }
      return points.count > 1 ? (candidate: candidate, points: points) : nil
    }
    guard !series.isEmpty else { return nil }
    sizes = Set(series.flatMap { $0.points.map(\.n) }).sorted()
    let names = series.map(\.candidate)
    // Without a control, the report calls nothing different.
    let pairs = names.indices.flatMap { index in names.dropFirst(index + 1).map { (names[index], $0) } }
    crossings = (comparisons.controls.isEmpty ? [] : pairs).flatMap { base, candidate in
      Crossover.all(workload, of: candidate, against: base, in: comparisons)
    }.sorted { $0.n < $1.n }
  }

  /// Returns the figures in words.
  func text(_ operation: String) -> String {
    let figures = series.map { series in "\(Figure.number(series.points.last?.time)) ns with \(series.candidate)" }
    let equal = crossings.map { "\($0.before) and \($0.after) are equal at n ≈ \(Figure.approximateSize($0.n))" }
    let most = Figure.grouped(sizes.last ?? 0)
    return (["at n = \(most), \(operation) takes \(Markdown.list(figures))"] + equal).joined(separator: "; ")
  }

  func panel(titled title: String) -> Picture.Panel {
    let (width, height, rowHeight) = (340.0, 190.0, 14.0)
    let (left, right, top, bottom) = (40.0, 232.0, 26.0, height - 32)
    // The lines end above the words on crossings.
    let floor = bottom - rowHeight * Double(crossings.count)
    let axis = LogAxis(series.flatMap { $0.points.map(\.time) })
    let (first, last) = (Double(sizes.first ?? 1), Double(sizes.last ?? 1))
    let x = SVG.Scale(values: first / 1.2...last * 1.2, from: left, to: right)
    let y = SVG.Scale(values: axis.domain, from: floor, to: top)
    var parts = [SVG.text(0, 12, title, kind: "title")]
    let shown = stride(from: 0, to: sizes.count, by: sizes.count > 6 ? 2 : 1).map { sizes[$0] }
    parts += shown.map { SVG.tick(Figure.grouped($0), atX: x(Double($0)), from: top, to: bottom) }
    parts += axis.ticks.map {
      SVG.tick($0 == $0.rounded() ? Figure.grouped(Int($0)) : Figure.plain($0), atY: y($0), from: left, to: right)
    }
    parts += [
      SVG.line(left, bottom, right, bottom, "axis"),
      SVG.text(right, bottom + 28, "subscribers n", anchor: "end"),
    ]
    for series in series {
      let style = CandidateStyle.of(series.candidate, among: StorageCandidates.main)
      let points = series.points.map { (x: x(Double($0.n)), y: y($0.time)) }
      let places = points.map { "\(SVG.number($0.x)),\(SVG.number($0.y))" }.joined(separator: " ")
      parts.append(
        """
        <polyline data-candidate="\(series.candidate)" points="\(places)" \
        style="stroke:\(SVG.ink(style.color));stroke-width:\(SVG.number(style.width))"/>
        """)
      parts.append(SVG.shapes(points, style))
    }
    // Words stand where the panel has room, in an order in which few lines to rings go through words.
    let places = crossings.map { (crossing: $0, x: x($0.n), isLeft: x($0.n) < width / 2) }
    let rows = places.filter(\.isLeft).reversed() + places.filter { !$0.isLeft }
    let marks = rows.enumerated().map { row, place in
      mark(
        place.crossing, place.x, y(time(place.crossing)), row: floor + rowHeight * Double(row + 1) - 3,
        anchor: place.isLeft ? "start" : "end")
    }
    parts += marks.map(\.ring) + marks.map(\.words)
    return Picture.Panel(
      workload: workload, width: width, height: height,
      body: (parts + labels(y, x: right + 12, from: top, to: floor)).joined(separator: "\n"))
  }

  /// A ring where two lines meet, and the words below.
  private func mark(
    _ crossing: Crossover, _ x: Double, _ y: Double, row: Double, anchor: String
  ) -> (ring: String, words: String) {
    let words = "\(crossing.before) = \(crossing.after), n ≈ \(Figure.approximateSize(crossing.n))"
    return (
      "<circle class=\"ring\" cx=\"\(SVG.number(x))\" cy=\"\(SVG.number(y))\" r=\"6.5\"/>"
        + SVG.line(x, y + 6.5, x, row + 1, "leader"),
      SVG.text(x + (anchor == "start" ? 4 : -4), row, words, anchor: anchor, kind: "soft words")
    )
  }

  /// Returns the time at which the two lines of a crossing meet: the mean of both, by their logarithms.
  private func time(_ crossing: Crossover) -> Double {
    let logarithms = series.filter { [crossing.before, crossing.after].contains($0.candidate) }.compactMap {
      series -> Double? in
      let right = series.points.firstIndex { Double($0.n) >= crossing.n } ?? series.points.count - 1
      let (a, b) = (series.points[max(right - 1, 0)], series.points[max(right, 1)])
      let share = log(crossing.n / Double(a.n)) / log(Double(b.n) / Double(a.n))
      return log(a.time) + share * log(b.time / a.time)
    }
    return exp(logarithms.reduce(0, +) / Double(max(logarithms.count, 1)))
  }

  /// Returns the names beside the ends of the lines, with the last time, moved apart where lines end together.
  private func labels(_ y: SVG.Scale, x: Double, from top: Double, to bottom: Double) -> [String] {
    let ends = series.compactMap { series in
      series.points.last.map { (candidate: series.candidate, time: $0.time, y: y($0.time)) }
    }.sorted { ($0.y, $0.candidate) < ($1.y, $1.candidate) }
    let distance = 14.0
    var lowest = top - distance
    return ends.enumerated().map { index, end in
      let room = bottom - distance * Double(ends.count - 1 - index)
      lowest = max(lowest + distance, min(end.y, room))
      let style = CandidateStyle.of(end.candidate, among: StorageCandidates.main)
      return SVG.shapes([(x, lowest)], style)
        + SVG.text(x + 9, lowest + 4, "\(end.candidate) \(Figure.number(end.time))", kind: "name")
    }
  }
}

import BenchmarkResults

/// The picture of what a signal costs: how many times as fast Switchboard is as the other library, in what most
/// programs do.
enum CostsPicture {
  static let name = "costs"

  private typealias Names = RuntimeCandidates
  private static let rows: [(words: String, workload: String, n: Int, library: String)] = [
    ("send to one subscriber", Names.subjectSend, 1, Names.peer),
    ("send to each of 256 subscribers", Names.subjectSend, 256, Names.peer),
    ("value through map and filter", Names.chain, 1, Names.peer),
    ("subscription and its disposal, among 256", Names.subscription, 256, Names.peer),
    ("value that a task reads", Names.values, 1, Names.stream),
  ]

  private static func title(_ library: String) -> String { Names.titles[library] ?? library }

  /// Returns nil if the run compares nothing of this, or has no control.
  static func picture(_ comparisons: Comparisons) -> Picture? {
    let found =
      comparisons.controls.isEmpty
      ? []
      : rows.compactMap { row in
        comparisons.interval(row.workload, row.library, to: Names.own, row.n).map { (row: row, speed: $0) }
      }
    guard !found.isEmpty else { return nil }
    let (left, right, top, rowHeight) = (330.0, 600.0, 26.0, 25.0)
    let bottom = top + rowHeight * Double(found.count)
    let axis = LogAxis(found.flatMap { [$0.speed.ratio, $0.speed.low, $0.speed.high] }, including: 1...2)
    let x = SVG.Scale(values: axis.domain, from: left, to: right)
    let style = CandidateStyle.of(Names.own, among: [Names.own])
    var parts = [SVG.text(0, 12, "Times as fast as the other library", kind: "title")]
    parts += axis.ticks.map {
      SVG.tick(Figure.plain($0), atX: x($0), from: top, to: bottom, kind: $0 == 1 ? "axis" : "grid")
    }
    parts.append(SVG.text(right, bottom + 28, "times as fast, in brackets the 95 % interval", anchor: "end"))
    for (index, (row, speed)) in found.enumerated() {
      let y = top + rowHeight * (Double(index) + 0.5)
      // A figure of one process has no interval.
      let hasInterval = speed.low > 0 && speed.high.isFinite
      parts.append(
        """
        <g class="row" data-cell="\(row.workload) \(row.library) \(row.n)">\
        \(SVG.text(0, y + 4, row.words, kind: "name"))\
        \(SVG.text(left - 12, y + 4, title(row.library), anchor: "end"))\
        \(SVG.line(x(1), y, x(speed.ratio), y, "distance"))\
        \(hasInterval ? SVG.line(x(speed.low), y, x(speed.high), y, "interval") : "")\
        \(SVG.shapes([(x(speed.ratio), y)], style))\
        \(SVG.text(right + 12, y + 4, Markdown.plain(Figure.interval(speed)), kind: "name"))</g>
        """)
    }
    let figures = found.map { row, speed in
      "\(Markdown.plain(Figure.ratio(speed.ratio))) as fast as \(title(row.library)): \(row.words)"
    }
    return Picture(
      name: name, text: "Switchboard is " + figures.joined(separator: "; ") + ".",
      panels: [
        Picture.Panel(width: 740, height: bottom + 32, body: parts.joined(separator: "\n"))
      ])
  }
}

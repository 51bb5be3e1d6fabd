/// The chart of live bytes over cycles: the storages, all clean scenarios, and the slowest leak for contrast.
enum LeaksChart {
  /// The live bytes after n cycles, minus those before the first cycle: least and most over the scenarios of a line.
  private struct Point {
    let line: String
    let n: Int
    let least, most: Double
  }

  static let allClean = "all clean scenarios"
  static let leak = "slowest leak"

  static func chart(_ suite: SuiteMeasurements) -> Chart? {
    let slowest = slowestLeak(suite)
    let leaking = slowest.map { curve([$0], as: leak, LeaksNames.leaking, suite) } ?? []
    let points = storages(suite) + clean(suite) + leaking
    guard !points.isEmpty else { return nil }
    let encoding = CandidateEncoding(candidates: points.map(\.line).uniqued(first: []))
    let sizes = Set(points.map(\.n)).sorted()
    let rows = encoding.drawingOrder.flatMap { line in points.filter { $0.line == line } }
    let x: JSONValue = [
      "field": "n", "type": "quantitative", "scale": ["nice": false],
      "axis": ["title": "cycles", "values": .array(sizes.filter { $0 == 0 || $0 >= 8 }.map { JSONValue($0) })],
    ]
    let title: JSONValue = ["title": "increase of live bytes since the warm-up", "format": ",~f"]
    return Chart(
      name: "leaks-live", title: "Live bytes over cycles",
      subtitle: "A line at 0 has no leak"
        + (slowest.map { "; \($0) leaks the least per cycle among the leaking scenarios" } ?? ""),
      contents: [
        "width": 560, "height": 300,
        "data": [
          "values": .array(
            rows.map {
              encoding.row(
                $0.line, ["n": JSONValue($0.n), "least": .number($0.least), "bytes": .number($0.most)])
            })
        ],
        "encoding": ["x": x],
        "layer": [
          [
            "mark": "area",
            "encoding": [
              "y": ["field": "least", "type": "quantitative", "axis": title], "y2": ["field": "bytes"],
              "color": encoding.color, "opacity": encoding.opacity(0.2),
            ],
          ],
          [
            "mark": "line",
            "encoding": [
              "y": ["field": "bytes", "type": "quantitative", "axis": title], "color": encoding.color,
              "strokeWidth": encoding.width, "opacity": encoding.opacity(1),
            ],
          ],
          [
            "params": [CandidateEncoding.toggle],
            "mark": ["type": "point", "filled": true],
            "encoding": [
              "y": ["field": "bytes", "type": "quantitative", "axis": title], "color": encoding.color,
              "shape": encoding.shape, "size": encoding.size, "opacity": encoding.opacity(1),
              "tooltip": [
                ["field": "candidate", "title": "workload"],
                ["field": "n", "type": "quantitative", "title": "cycles"],
                ["field": "bytes", "type": "quantitative", "title": "increase of live bytes", "format": ","],
              ],
            ],
          ],
        ],
      ])
  }

  private static func storages(_ suite: SuiteMeasurements) -> [Point] {
    names(in: LeaksNames.cycles, suite).flatMap { curve([$0], as: $0, LeaksNames.cycles, suite) }
  }

  private static func clean(_ suite: SuiteMeasurements) -> [Point] {
    curve(names(in: LeaksNames.clean, suite), as: allClean, LeaksNames.clean, suite)
  }

  /// Returns the scenario with the smallest leak, which is the hardest to tell from no leak.
  private static func slowestLeak(_ suite: SuiteMeasurements) -> String? {
    guard let last = suite.sizes(of: LeaksNames.leaking).last else { return nil }
    return names(in: LeaksNames.leaking, suite).min {
      bytes($0, last, LeaksNames.leaking, suite) ?? .infinity < bytes($1, last, LeaksNames.leaking, suite) ?? .infinity
    }
  }

  private static func curve(
    _ candidates: [String], as line: String, _ workload: String, _ suite: SuiteMeasurements
  ) -> [Point] {
    let points = suite.sizes(of: workload).compactMap { n -> Point? in
      let found = candidates.compactMap { bytes($0, n, workload, suite) }
      guard let least = found.min(), let most = found.max() else { return nil }
      return Point(line: line, n: n, least: least, most: most)
    }
    return points.isEmpty ? [] : [Point(line: line, n: 0, least: 0, most: 0)] + points
  }

  private static func names(in workload: String, _ suite: SuiteMeasurements) -> [String] {
    let sizes = suite.sizes(of: workload)
    return suite.candidates.filter { name in sizes.contains { suite.row(workload, name, $0)?.median != nil } }
  }

  private static func bytes(_ candidate: String, _ n: Int, _ workload: String, _ suite: SuiteMeasurements) -> Double? {
    suite.row(workload, candidate, n)?.median.map { $0 * Double(n) }
  }
}

/// All workloads at a glance: time ÷ time of the array, the noise bar around 1, and the crossings of linked list and
/// array.
enum OverviewChart {
  private static let base = "array"

  /// Returns nil if no workload timed both the array and another storage.
  static func chart(bars: [String: NoiseBar], in suite: SuiteMeasurements) -> Chart? {
    let panels = suite.workloads.compactMap { panel($0, bar: bars[$0]?.bar, in: suite) }
    guard !panels.isEmpty else { return nil }
    return Chart(
      name: "\(suite.suite)-overview", title: "Time ÷ time of the array, by workload",
      subtitle:
        "Below 1 is faster than the array, above 1 slower; grey band: noise bar; circle: array and list are equal",
      legend: "top",
      contents: [
        "concat": .array(panels), "columns": 4, "spacing": ["row": 80, "column": 44], "bounds": "flush",
        "resolve": ["legend": ["color": "shared", "shape": "shared"]],
      ])
  }

  private static func panel(_ workload: String, bar: Double?, in suite: SuiteMeasurements) -> JSONValue? {
    let sizes = suite.sizes(of: workload)
    let others = StorageCandidates.main.filter { $0 != base }
    let points = others.flatMap { candidate in
      sizes.compactMap { n in suite.ratio(workload, candidate, to: base, n).map { (candidate, n, $0) } }
    }
    guard !points.isEmpty else { return nil }
    // Each panel shows at least a factor of two to both sides, so that a tiny difference does not look like a large
    // one.
    let axis = LogAxis(points.map(\.2), including: 0.5...2)
    let encoding = CandidateEncoding(candidates: StorageCandidates.main)
    let y = axis.encoding("ratio", title: nil)
    let line: JSONValue = [
      "data": [
        "values": .array(points.map { encoding.row($0.0, ["n": JSONValue($0.1), "ratio": .number($0.2)]) })
      ],
      "layer": [
        [
          "mark": "line",
          "encoding": ["color": encoding.color, "strokeWidth": encoding.width, "opacity": encoding.opacity(1)],
        ],
        [
          "params": [CandidateEncoding.toggle],
          "mark": ["type": "point", "filled": true],
          "encoding": [
            "color": encoding.color, "shape": encoding.shape, "size": encoding.size, "opacity": encoding.opacity(1),
            "tooltip": [
              ["field": "candidate"], ["field": "n", "type": "quantitative", "title": "subscribers", "format": ","],
              ["field": "ratio", "type": "quantitative", "title": "÷ array", "format": ",.3~r"],
            ],
          ],
        ],
      ],
      "encoding": ["x": LogAxis.subscribers(sizes, every: sizes.count > 6 ? 2 : 1), "y": y],
    ]
    let one: JSONValue = [
      "data": ["values": [["ratio": 1, "candidate": .string(base)]]],
      "mark": ["type": "rule", "strokeWidth": 2],
      "encoding": ["y": y, "color": encoding.color],
    ]
    let crossings =
      bar.map { Crossover.all(workload, of: "linked-list", against: base, bar: $0, in: suite) } ?? []
    return [
      "title": ["text": .string(workload), "fontSize": 12, "anchor": "start", "offset": 6],
      "width": 172, "height": 150,
      "layer": .array([noise(bar, y)].compactMap(\.self) + [one, line] + marks(crossings, sizes: sizes, y)),
    ]
  }

  private static func noise(_ bar: Double?, _ y: JSONValue) -> JSONValue? {
    guard let bar else { return nil }
    return [
      "data": ["values": [["ratio": .number(1 / (1 + bar)), "high": .number(1 + bar)]]],
      "mark": ["type": "rect", "color": "#bbbbbb", "opacity": 0.45],
      "encoding": ["y": y, "y2": ["field": "high"]],
    ]
  }

  private static func marks(_ crossings: [Crossover], sizes: [Int], _ y: JSONValue) -> [JSONValue] {
    guard !crossings.isEmpty else { return [] }
    let data: JSONValue = [
      "values": .array(
        crossings.map {
          ["n": .number($0.n), "ratio": 1, "label": .string("n ≈ " + Figure.approximateSize($0.n))]
        })
    ]
    let x = LogAxis.subscribers(sizes, every: sizes.count > 6 ? 2 : 1)
    return [
      [
        "data": data, "mark": ["type": "point", "filled": false, "size": 110, "color": "#222", "strokeWidth": 1.5],
        "encoding": ["x": x, "y": y],
      ],
      [
        "data": data,
        "mark": [
          "type": "text", "align": "left", "baseline": "bottom", "dx": 7, "dy": -6, "fontSize": 11, "fontWeight": 600,
          "color": "#222",
        ],
        "encoding": ["x": x, "y": y, "text": ["field": "label"]],
      ],
    ]
  }
}

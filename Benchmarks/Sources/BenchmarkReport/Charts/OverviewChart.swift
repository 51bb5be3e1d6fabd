/// All workloads at a glance: time ÷ time of the array with intervals, and the crossings of linked list and array.
enum OverviewChart {
  private static let base = "array"

  /// Returns nil if no workload timed both the array and another storage.
  static func chart(_ comparisons: Comparisons) -> Chart? {
    let panels = comparisons.suite.workloads.compactMap { panel($0, comparisons) }
    guard !panels.isEmpty else { return nil }
    return Chart(
      name: "\(comparisons.suite.suite)-overview", title: "Time ÷ time of the array, by workload",
      subtitle:
        """
        Below 1 is faster than the array, above 1 slower; dots: processes; rules: 95 % interval of another run; \
        circle: array and list are equal
        """,
      legend: "top",
      contents: [
        "concat": .array(panels), "columns": 4, "spacing": ["row": 80, "column": 44], "bounds": "flush",
        "resolve": ["legend": ["color": "shared", "shape": "shared"]],
      ])
  }

  private static func panel(_ workload: String, _ comparisons: Comparisons) -> JSONValue? {
    let sizes = comparisons.suite.sizes(of: workload)
    let others = StorageCandidates.main.filter { $0 != base }
    let points = others.flatMap { candidate in
      sizes.compactMap { n in
        comparisons.interval(workload, candidate, to: base, n).map { (candidate: candidate, n: n, interval: $0) }
      }
    }
    guard !points.isEmpty else { return nil }
    // Each panel shows at least a factor of two to both sides, so that a tiny difference does not look like a large
    // one.
    let ratios = points.flatMap { [$0.interval.low, $0.interval.high] + $0.interval.processes }
    let axis = LogAxis(ratios, including: 0.5...2)
    let encoding = CandidateEncoding(candidates: StorageCandidates.main)
    let y = axis.encoding("ratio", title: nil)
    let x = LogAxis.subscribers(sizes, every: sizes.count > 6 ? 2 : 1)
    let dots = points.flatMap { point in
      point.interval.processes.map {
        encoding.row(point.candidate, ["n": JSONValue(point.n), "value": .number($0)])
      }
    }
    let line: JSONValue = [
      "data": [
        "values": .array(
          points.map { point in
            encoding.row(
              point.candidate,
              [
                "n": JSONValue(point.n), "ratio": .number(point.interval.ratio),
                "low": .number(point.interval.low > 0 ? point.interval.low : point.interval.ratio),
                "high": .number(point.interval.high.isFinite ? point.interval.high : point.interval.ratio),
              ])
          })
      ],
      "layer": [
        ProcessMarks.dots(dots, x: x, y: axis.encoding("value", title: nil), encoding),
        ProcessMarks.rules(low: axis.encoding("low", title: nil), x: x, encoding),
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
              ["field": "low", "type": "quantitative", "title": "interval from", "format": ",.3~r"],
              ["field": "high", "type": "quantitative", "title": "to", "format": ",.3~r"],
            ],
          ],
        ],
      ],
      "encoding": ["x": x, "y": y],
    ]
    let one: JSONValue = [
      "data": ["values": [["ratio": 1, "candidate": .string(base)]]],
      "mark": ["type": "rule", "strokeWidth": 2],
      "encoding": ["y": y, "color": encoding.color],
    ]
    let crossings =
      comparisons.controls.isEmpty ? [] : Crossover.all(workload, of: "linked-list", against: base, in: comparisons)
    return [
      "title": ["text": .string(workload), "fontSize": 12, "anchor": "start", "offset": 6],
      "width": 172, "height": 150,
      "layer": .array([one, line] + marks(crossings, sizes: sizes, y)),
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

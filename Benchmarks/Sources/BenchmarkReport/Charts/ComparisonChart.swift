import BenchmarkStatistics

/// All workloads at a glance: a dot for Switchboard, a dot for its peer, and the ratio of the two.
enum ComparisonChart {
  static func chart(_ comparisons: [Comparison], in suite: SuiteMeasurements) -> Chart? {
    guard !comparisons.isEmpty else { return nil }
    let encoding = CandidateEncoding(candidates: [RuntimeCandidates.own, RuntimeCandidates.peer])
    let found = comparisons.flatMap { processes($0, encoding, in: suite) }
    let axis = LogAxis(comparisons.flatMap { [$0.own, $0.peer] } + found.map(\.time))
    let places = comparisons.map(place)
    let y: JSONValue = [
      "field": "place", "type": "nominal", "sort": JSONValue(places),
      "axis": ["title": nil, "labelLimit": 320, "labelFontSize": 12, "grid": true],
    ]
    return Chart(
      name: "\(suite.suite)-comparison", title: "Time per operation, Switchboard and OpenCombine",
      subtitle:
        """
        Medians on a logarithmic axis, further left is faster; small dots: processes; the number is the speed of \
        Switchboard ÷ OpenCombine, with the 95 % interval of another run
        """,
      legend: "top",
      contents: [
        "width": 520, "height": ["step": 32],
        "data": ["values": .array(comparisons.map(span))],
        "encoding": ["y": y],
        "layer": [
          [
            "mark": ["type": "rule", "color": "#bbb", "strokeWidth": 3],
            "encoding": ["x": axis.encoding("own", title: "ns per operation"), "x2": ["field": "peer"]],
          ],
          [
            "data": ["values": .array(found.map(\.row))],
            "mark": ["type": "point", "filled": true, "size": 9],
            "encoding": [
              "x": axis.encoding("time", title: "ns per operation"), "color": encoding.color,
              "opacity": encoding.opacity(0.45),
            ],
          ],
          [
            "mark": ["type": "text", "align": "center", "dy": -8, "fontSize": 11, "color": "#333"],
            "encoding": ["x": axis.encoding("middle", title: "ns per operation"), "text": ["field": "speedup"]],
          ],
          [
            "data": ["values": .array(comparisons.flatMap { points($0, encoding) })],
            "params": [CandidateEncoding.toggle],
            "mark": ["type": "point", "filled": true, "size": 110],
            "encoding": [
              "x": axis.encoding("time", title: "ns per operation"), "color": encoding.color, "shape": encoding.shape,
              "opacity": encoding.opacity(1),
              "tooltip": [
                ["field": "place", "title": "workload"], ["field": "candidate"],
                ["field": "time", "type": "quantitative", "title": "median ns", "format": ",.3~r"],
              ],
            ],
          ],
        ],
      ])
  }

  private static func place(_ comparison: Comparison) -> String {
    "\(comparison.workload), n = \(Figure.grouped(comparison.n))"
  }

  private static func span(_ comparison: Comparison) -> JSONValue {
    [
      "place": .string(place(comparison)), "own": .number(comparison.own), "peer": .number(comparison.peer),
      "middle": .number((comparison.own * comparison.peer).squareRoot()),
      "speedup": .string(Figure.interval(comparison.speedup)),
    ]
  }

  private static func points(_ comparison: Comparison, _ encoding: CandidateEncoding) -> [JSONValue] {
    [(RuntimeCandidates.own, comparison.own), (RuntimeCandidates.peer, comparison.peer)].map { candidate, time in
      encoding.row(candidate, ["place": .string(place(comparison)), "time": .number(time)])
    }
  }

  /// The times that each process found.
  private static func processes(
    _ comparison: Comparison, _ encoding: CandidateEncoding, in suite: SuiteMeasurements
  ) -> [(time: Double, row: JSONValue)] {
    [RuntimeCandidates.own, RuntimeCandidates.peer].flatMap { candidate in
      let times = MeasuredInterval(times: suite.samples(comparison.workload, candidate, comparison.n))?.processes ?? []
      return times.map {
        ($0, encoding.row(candidate, ["place": .string(place(comparison)), "time": .number($0)]))
      }
    }
  }
}

import BenchmarkResults
import BenchmarkStatistics

/// The chart of time per operation over the number of subscribers, with a line for each candidate, a dot for each
/// process, and the interval of another run.
enum TimeChart {
  /// Returns nil if the workload has no times.
  static func chart(
    _ workload: String, candidates: [String], name: String? = nil, in suite: SuiteMeasurements
  ) -> Chart? {
    let sizes = suite.sizes(of: workload)
    let encoding = CandidateEncoding(candidates: candidates)
    let rows = encoding.drawingOrder.flatMap { candidate in
      sizes.compactMap { n in suite.row(workload, candidate, n) }.filter { ($0.median ?? 0) > 0 }
    }
    guard !rows.isEmpty else { return nil }
    let rowUnit = suite.unit(of: workload)
    let unit = rowUnit == "ns/op" ? "ns per \(suite.operation(of: workload))" : rowUnit
    let points = rows.map { row in (row: row, interval: MeasuredInterval(times: row.samples)) }
    let axis = LogAxis(
      points.flatMap { point in
        [point.row.median, point.interval?.low, point.interval?.high].compactMap(\.self)
          + (point.interval?.processes ?? [])
      })
    let y = axis.encoding("median", title: unit)
    let x = LogAxis.subscribers(Set(rows.map(\.n)).sorted())
    let dots = points.flatMap { point in
      (point.interval?.processes ?? []).map {
        encoding.row(point.row.candidate, ["n": JSONValue(point.row.n), "value": .number($0)])
      }
    }
    let tooltip: JSONValue = [
      ["field": "candidate", "title": "candidate"],
      ["field": "n", "type": "quantitative", "title": "subscribers", "format": ","],
      ["field": "median", "type": "quantitative", "title": "median ns", "format": ",.3~r"],
      ["field": "low", "type": "quantitative", "title": "interval from", "format": ",.3~r"],
      ["field": "high", "type": "quantitative", "title": "to", "format": ",.3~r"],
    ]
    return Chart(
      name: "\(suite.suite)-\(name ?? workload)",
      title: name == nil ? workload : "\(workload), textbook forms and the storages",
      subtitle: "\(unit), median; dots: processes; rules: 95 % interval of another run; both axes are logarithmic",
      contents: [
        "width": 560, "height": 320,
        "data": [
          "values": .array(
            points.map { point in
              encoding.row(
                point.row.candidate,
                [
                  "n": JSONValue(point.row.n), "median": JSONValue(point.row.median),
                  // A figure of one process has no interval.
                  "low": finite(point.interval?.low, or: point.row.median),
                  "high": finite(point.interval?.high, or: point.row.median),
                ])
            })
        ],
        "encoding": ["x": x],
        "layer": [
          ProcessMarks.dots(dots, x: x, y: axis.encoding("value", title: unit), encoding),
          ProcessMarks.rules(low: axis.encoding("low", title: unit), x: x, encoding),
          [
            "mark": ["type": "line"],
            "encoding": [
              "y": y, "color": encoding.color, "strokeWidth": encoding.width, "strokeDash": encoding.dash,
              "opacity": encoding.opacity(1),
            ],
          ],
          [
            "params": [CandidateEncoding.toggle],
            "mark": ["type": "point", "filled": true],
            "encoding": [
              "y": y, "color": encoding.color, "shape": encoding.shape, "size": encoding.size,
              "opacity": encoding.opacity(1),
              "tooltip": tooltip,
            ],
          ],
        ],
      ])
  }

  private static func finite(_ value: Double?, or median: Double?) -> JSONValue {
    JSONValue(value.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } ?? median)
  }
}

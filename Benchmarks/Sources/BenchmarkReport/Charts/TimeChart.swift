import BenchmarkResults

/// The chart of time per operation over the number of subscribers, with a line for each candidate and a band from
/// minimum to maximum.
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
    let axis = LogAxis(rows.flatMap { [$0.median, $0.min, $0.max].compactMap(\.self) })
    let y = axis.encoding("median", title: unit)
    let tooltip: JSONValue = [
      ["field": "candidate", "title": "candidate"],
      ["field": "n", "type": "quantitative", "title": "subscribers", "format": ","],
      ["field": "median", "type": "quantitative", "title": "median ns", "format": ",.3~r"],
      ["field": "min", "type": "quantitative", "title": "min", "format": ",.3~r"],
      ["field": "max", "type": "quantitative", "title": "max", "format": ",.3~r"],
    ]
    return Chart(
      name: "\(suite.suite)-\(name ?? workload)",
      title: name == nil ? workload : "\(workload), textbook forms and the storages",
      subtitle: "\(unit), median; bands from minimum to maximum; both axes are logarithmic",
      contents: [
        "width": 560, "height": 320,
        "data": [
          "values": .array(
            rows.map { row in
              encoding.row(
                row.candidate,
                [
                  "n": JSONValue(row.n), "median": JSONValue(row.median), "min": JSONValue(row.min),
                  "max": JSONValue(row.max),
                ])
            })
        ],
        "encoding": ["x": LogAxis.subscribers(sizes)],
        "layer": [
          [
            "mark": ["type": "area"],
            "encoding": [
              "y": axis.encoding("min", title: unit), "y2": ["field": "max"],
              "color": encoding.color, "opacity": encoding.opacity(0.13),
            ],
          ],
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
}

/// The chart of bytes per subscriber over the number of subscribers.
enum MemoryChart {
  static func chart(
    bytes: (String, Int) -> Double?, candidates: [String], in suite: SuiteMeasurements
  ) -> Chart? {
    let encoding = CandidateEncoding(candidates: candidates)
    let rows = encoding.drawingOrder.flatMap { candidate in
      suite.sizes.compactMap { n in
        bytes(candidate, n).map { (candidate: candidate, n: n, bytes: $0) }
      }
    }
    guard !rows.isEmpty else { return nil }
    let sizes = Set(rows.map(\.n)).sorted()
    let y: JSONValue = [
      "field": "bytes", "type": "quantitative", "scale": ["zero": true, "nice": true],
      "axis": ["title": "bytes per subscriber", "format": ",~f"],
    ]
    return Chart(
      name: "\(suite.suite)-memory", title: "Memory per subscriber",
      subtitle: "Bytes in the allocator's size classes, with slots and growth slack, without the closure's context",
      contents: [
        "width": 560, "height": 300,
        "data": [
          "values": .array(
            rows.map { encoding.row($0.candidate, ["n": JSONValue($0.n), "bytes": .number($0.bytes)]) })
        ],
        "encoding": ["x": LogAxis.subscribers(sizes), "y": y],
        "layer": [
          [
            "mark": "line",
            "encoding": [
              "color": encoding.color, "strokeWidth": encoding.width, "strokeDash": encoding.dash,
              "opacity": encoding.opacity(1),
            ],
          ],
          [
            "params": [CandidateEncoding.toggle],
            "mark": ["type": "point", "filled": true],
            "encoding": [
              "color": encoding.color, "shape": encoding.shape, "size": encoding.size, "opacity": encoding.opacity(1),
              "tooltip": [
                ["field": "candidate"], ["field": "n", "type": "quantitative", "title": "subscribers", "format": ","],
                ["field": "bytes", "type": "quantitative", "title": "bytes each", "format": ",.4~r"],
              ],
            ],
          ],
        ],
      ])
  }
}

import BenchmarkStatistics

/// The marks of what processes found: a dot for each process, and a rule for the 95 % interval.
enum ProcessMarks {
  /// Returns a layer with a small dot for each process.
  ///
  /// - Parameters:
  ///   - rows: Rows with `n`, `value` and a candidate.
  ///   - y: The encoding of `value`.
  static func dots(_ rows: [JSONValue], x: JSONValue, y: JSONValue, _ encoding: CandidateEncoding) -> JSONValue {
    [
      "data": ["values": .array(rows)],
      "mark": ["type": "point", "filled": true, "size": 9, "shape": "circle"],
      "encoding": ["x": x, "y": y, "color": encoding.color, "opacity": encoding.opacity(0.35)],
    ]
  }

  /// Returns a layer with a rule from `low` to `high` of each row of the chart's data.
  static func rules(low: JSONValue, x: JSONValue, _ encoding: CandidateEncoding) -> JSONValue {
    [
      "mark": ["type": "rule", "strokeWidth": 1.25],
      "encoding": [
        "x": x, "y": low, "y2": ["field": "high"], "color": encoding.color, "opacity": encoding.opacity(0.8),
      ],
    ]
  }
}

extension MeasuredInterval {
  /// The median time of a candidate, and the interval in which another run finds it; nil without samples.
  init?(times samples: [[Double]]?) {
    self.init(samples, to: samples?.map { $0.map { _ in 1 } })
  }
}

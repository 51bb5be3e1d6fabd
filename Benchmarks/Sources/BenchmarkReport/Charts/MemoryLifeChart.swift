import BenchmarkResults

/// The chart of memory over the life of a registry: a panel for each allocator, a line for each storage.
enum MemoryLifeChart {
  /// The lines of a candidate: the figure, and the dashes of its line.
  private static let figures: [(name: String, of: KeyPath<MemoryLife.Point, Int?> & Sendable, dash: JSONValue)] = [
    ("resident", \.resident, [1, 0]), ("allocated", \.allocated, [3, 3]),
  ]

  /// Returns nil if nothing was measured.
  static func chart(_ lives: [LifeFigures]) -> Chart? {
    let encoding = CandidateEncoding(candidates: lives.map(\.life.candidate).uniqued(first: StorageCandidates.main))
    let rows = encoding.drawingOrder.flatMap { candidate in
      lives.filter { $0.life.candidate == candidate }.flatMap { Self.rows($0.life, encoding) }
    }
    guard !rows.isEmpty, let longest = lives.max(by: { $0.life.points.count < $1.life.points.count }) else {
      return nil
    }
    let x: JSONValue = [
      "field": "index", "type": "ordinal",
      "axis": [
        "title": "steps of the life, and the subscribers then", "labelExpr": label(longest.life),
        "labelAngle": -60, "labelFontSize": 10, "labelOverlap": false,
      ],
    ]
    let y: JSONValue = [
      "field": "mebibytes", "type": "quantitative", "scale": ["zero": true, "nice": true],
      "axis": ["title": "MiB", "format": "~f", "tickCount": 5],
    ]
    let dash: JSONValue = [
      "field": "figure", "type": "nominal", "sort": nil, "legend": ["title": nil, "symbolType": "stroke"],
      "scale": [
        "domain": .array(figures.map { .string($0.name) }), "range": .array(figures.map(\.dash)),
      ],
    ]
    return Chart(
      name: "storage-memory-life", title: "Memory over the life of a registry",
      subtitle: "Resident pages and live blocks, since before the registry was created, by allocator",
      contents: [
        "data": ["values": .array(rows)],
        "facet": [
          "row": [
            "field": "allocator", "type": "nominal",
            "sort": JSONValue(lives.map(\.life.allocator).uniqued(first: [])),
            "header": ["title": nil, "labelFontSize": 13, "labelOrient": "top", "labelAnchor": "start"],
          ]
        ],
        "spec": [
          "width": 560, "height": 190, "encoding": ["x": x, "y": y],
          "layer": [
            [
              "mark": "line",
              "encoding": [
                "color": encoding.color, "strokeWidth": encoding.width, "strokeDash": dash,
                "opacity": encoding.opacity(1),
              ],
            ],
            [
              "params": [CandidateEncoding.toggle],
              "transform": [["filter": "datum.figure === 'resident'"]],
              "mark": ["type": "point", "filled": true],
              "encoding": [
                "color": encoding.color, "shape": encoding.shape, "size": encoding.size,
                "opacity": encoding.opacity(1), "tooltip": tooltip,
              ],
            ],
          ],
        ],
      ])
  }

  private static let tooltip: JSONValue = [
    ["field": "candidate"], ["field": "allocator"], ["field": "step"],
    ["field": "subscribers", "type": "quantitative", "format": ","],
    ["field": "bytes", "type": "quantitative", "title": "resident bytes", "format": ","],
  ]

  private static func rows(_ life: MemoryLife, _ encoding: CandidateEncoding) -> [JSONValue] {
    figures.flatMap { figure in
      life.points.enumerated().compactMap { index, point in
        point[keyPath: figure.of].map { bytes in
          encoding.row(
            life.candidate,
            [
              "allocator": .string(life.allocator), "index": JSONValue(index), "step": .string(point.step.rawValue),
              "subscribers": JSONValue(point.subscribers), "figure": .string(figure.name),
              "bytes": JSONValue(bytes), "mebibytes": .number(Double(bytes) / 1_048_576),
            ])
        }
      }
    }
  }

  /// Returns the expression that names a step: its first point with the name of the step, the others with subscribers
  /// alone.
  private static func label(_ life: MemoryLife) -> JSONValue {
    let labels = life.points.enumerated().map { index, point in
      let isFirst = index == 0 || life.points[index - 1].step != point.step
      let number = point.subscribers == 0 ? nil : Figure.grouped(point.subscribers)
      return [isFirst ? point.step.rawValue : nil, number].compactMap(\.self).joined(separator: " ")
    }
    return .string("[\(labels.map { "'\($0)'" }.joined(separator: ", "))][datum.value]")
  }
}

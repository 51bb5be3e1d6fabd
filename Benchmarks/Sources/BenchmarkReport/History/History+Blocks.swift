extension History {
  /// The most runs that the charts show: the latest.
  private static let shown = 30

  /// The part of the report about earlier runs. Empty with fewer than two runs, which have nothing to compare.
  var blocks: [Block] {
    let latest = Array(runs.suffix(Self.shown))
    guard latest.count > 1 else { return [] }
    return [
      .heading(2, "Earlier runs"),
      .text(
        """
        The headline figures of the \(latest.count) latest runs, oldest first, with their 95 % intervals. Each point \
        is a ratio within its run, so runs of different machines may stand side by side.
        """),
    ] + [chart(latest)].compactMap { $0.map(Block.chart) }
  }

  private func chart(_ latest: [Run]) -> Chart? {
    let rows = latest.enumerated().flatMap { index, run in
      run.figures.map { figure -> JSONValue in
        [
          "run": .number(Double(index + 1)), "figure": .string(Markdown.plain(figure.name)),
          "ratio": .number(figure.ratio), "low": .number(figure.low), "high": .number(figure.high),
          "machine": .string(run.cpu), "commit": .string(run.commit), "date": .string(run.date),
        ]
      }
    }
    guard !rows.isEmpty else { return nil }
    let y: JSONValue = [
      "field": "low", "type": "quantitative", "axis": ["title": "ratio", "format": "~g", "tickCount": 4],
      "scale": ["type": "log", "nice": true],
    ]
    return Chart(
      name: "history", title: "The headline figures of earlier runs",
      subtitle: "A point is the ratio that a run found, a line its 95 % interval", legend: "bottom",
      contents: [
        "data": ["values": .array(rows)],
        "facet": ["field": "figure", "type": "nominal", "sort": nil, "header": ["title": nil, "labelLimit": 280]],
        "columns": 2, "resolve": ["scale": ["y": "independent"]],
        "spec": [
          "width": 270, "height": 90,
          "encoding": [
            "x": [
              "field": "run", "type": "quantitative", "scale": ["domain": [0.5, .number(Double(latest.count) + 0.5)]],
              "axis": ["title": nil, "tickMinStep": 1, "format": "d"],
            ],
            "color": ["field": "machine", "type": "nominal", "legend": ["title": nil]],
          ],
          "layer": [
            ["mark": ["type": "rule", "strokeWidth": 1.25], "encoding": ["y": y, "y2": ["field": "high"]]],
            [
              "mark": ["type": "point", "filled": true, "size": 30],
              "encoding": [
                "y": ["field": "ratio", "type": "quantitative"],
                "tooltip": [["field": "date"], ["field": "commit"], ["field": "ratio", "format": ".3~r"]],
              ],
            ],
          ],
        ],
      ])
  }
}

/// One picture: a Vega-Lite specification and the name of its files.
struct Chart: Equatable, Sendable {
  /// The name of the chart's files, without extensions.
  let name: String
  let title: String
  let spec: JSONValue

  /// The directory of the charts, relative to the report.
  static let directory = "charts"

  var path: String { "\(Self.directory)/\(name)" }

  /// - Parameter contents: The parts that are drawn: `data`, `layer`, `encoding` and so on.
  init(name: String, title: String, subtitle: String, legend: String = "right", contents: [String: JSONValue]) {
    self.name = String(name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
    self.title = title
    let frame: [String: JSONValue] = [
      "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
      "title": [
        "text": .string(title), "subtitle": .string(subtitle), "anchor": "start", "fontSize": 15, "fontWeight": 600,
        "subtitleFontSize": 12, "subtitleColor": "#555", "offset": 14, "subtitlePadding": 5,
      ],
      "background": "white",
      "padding": 12,
      "config": Self.config(legend: legend),
    ]
    spec = .object(contents.merging(frame) { $1 })
  }

  private static func config(legend: String) -> JSONValue {
    [
      "font": "Helvetica Neue, Helvetica, Arial, sans-serif",
      "axis": [
        "labelFontSize": 11, "titleFontSize": 12, "titleFontWeight": 500, "titlePadding": 8, "gridColor": "#e6e6e6",
        "domainColor": "#888", "tickColor": "#888", "labelColor": "#333", "titleColor": "#222",
      ],
      "legend": [
        "orient": .string(legend), "labelFontSize": 12, "labelColor": "#333", "labelLimit": 240, "symbolSize": 90,
        "symbolStrokeWidth": 2, "rowPadding": 5, "offset": 16,
      ],
      "title": ["color": "#222"], "header": ["labelColor": "#333", "titleColor": "#222"],
      "view": ["stroke": "#ccc"],
    ]
  }
}

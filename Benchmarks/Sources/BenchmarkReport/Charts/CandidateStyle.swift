/// The style of a candidate, the same in every chart.
///
/// The colours are those of Okabe and Ito, which people with any colour vision can tell apart. A shape repeats what the
/// colour says. Candidates that are drawn later are narrower, so that all of several coinciding lines show.
struct CandidateStyle: Equatable, Sendable {
  let color: String
  let shape: String
  let width: Double
  /// The area of a point.
  var size: Double = 40
  var dash: [Double] = []

  static func of(_ candidate: String, among all: [String]) -> CandidateStyle {
    if let known = known[candidate] { return known }
    let others = all.filter { known[$0] == nil }
    let index = others.firstIndex(of: candidate) ?? 0
    return CandidateStyle(
      color: palette[index % palette.count], shape: shapes[index % shapes.count], width: 2)
  }

  private static let known: [String: CandidateStyle] = [
    "array": CandidateStyle(color: "#d55e00", shape: "square", width: 4.5, size: 100),
    "linked-list": CandidateStyle(color: "#0072b2", shape: "triangle-up", width: 2.75, size: 60),
    "dense": CandidateStyle(color: "#009e73", shape: "circle", width: 1.5, size: 24),
    // Lighter relatives of the layouts above.
    "array-naive": CandidateStyle(color: "#e69f00", shape: "square", width: 1.25),
    "array-copy-on-send": CandidateStyle(color: "#8c510a", shape: "cross", width: 1.25),
    "linked-list-naive": CandidateStyle(color: "#56b4e9", shape: "triangle-up", width: 1.25),
    "dictionary": CandidateStyle(color: "#cc79a7", shape: "diamond", width: 1.25),
    "floor-swift": CandidateStyle(color: "#666666", shape: "stroke", width: 1.5, dash: [6, 4]),
    "floor-c": CandidateStyle(color: "#999999", shape: "stroke", width: 1.5, dash: [2, 3]),
    "switchboard": CandidateStyle(color: "#009e73", shape: "circle", width: 2.75),
    "opencombine": CandidateStyle(color: "#d55e00", shape: "square", width: 2.75),
    // Drawn beneath the storages, and so wider.
    LeaksChart.allClean: CandidateStyle(color: "#bbbbbb", shape: "diamond", width: 10, size: 320),
    LeaksChart.leak: CandidateStyle(color: "#cc79a7", shape: "cross", width: 2.75, size: 60),
    "registry": CandidateStyle(color: "#0072b2", shape: "triangle-up", width: 1.25, size: 24),
  ]

  private static let palette = ["#0072b2", "#d55e00", "#cc79a7", "#e69f00", "#56b4e9", "#8c510a", "#000000"]
  private static let shapes = ["triangle-up", "square", "diamond", "cross", "triangle-down", "circle"]
}

/// The encodings by candidate that all charts share: one legend for colour, shape and dash.
struct CandidateEncoding {
  let candidates: [String]

  private var styles: [CandidateStyle] { candidates.map { .of($0, among: candidates) } }
  private var domain: JSONValue { JSONValue(candidates) }

  /// The colour, with the legend that a click toggles.
  var color: JSONValue {
    channel(.array(styles.map { .string($0.color) }), legend: Self.legend)
  }

  var shape: JSONValue { channel(.array(styles.map { .string($0.shape) }), legend: Self.legend) }

  /// The rows themselves contain width and point size: a scale of names has no order, and Vega-Lite requires an order
  /// for sizes.
  let width: JSONValue = ["field": "width", "type": "quantitative", "scale": nil, "legend": nil]
  let size: JSONValue = ["field": "size", "type": "quantitative", "scale": nil, "legend": nil]

  /// Returns a row of a chart's data.
  func row(_ candidate: String, _ values: [String: JSONValue]) -> JSONValue {
    let style = CandidateStyle.of(candidate, among: candidates)
    return .object(
      values.merging(["candidate": .string(candidate), "width": .number(style.width), "size": .number(style.size)]) {
        $1
      })
  }

  /// The candidates in drawing order: first, and so beneath, the thin lines for context, then the wide lines, then the
  /// narrow lines on top of them.
  var drawingOrder: [String] {
    let main = candidates.filter(StorageCandidates.main.contains)
    return candidates.filter { !main.contains($0) } + main
  }

  var dash: JSONValue {
    channel(
      .array(styles.map { .array($0.dash.isEmpty ? [1, 0] : $0.dash.map(JSONValue.number)) }), legend: Self.legend)
  }

  /// Returns an opacity that is faint for candidates not chosen in the legend. With no choice, everything shows.
  func opacity(_ value: Double) -> JSONValue {
    ["condition": ["param": .string(Self.shown), "value": .number(value)], "value": 0.06]
  }

  static let shown = "shown"

  static let toggle: JSONValue = [
    "name": .string(shown), "select": ["type": "point", "fields": ["candidate"], "toggle": "true"], "bind": "legend",
  ]

  // The legend's symbols are opaque even where the marks are not.
  private static let legend: JSONValue = ["title": nil, "symbolOpacity": 1]

  private func channel(_ range: JSONValue, legend: JSONValue) -> JSONValue {
    [
      "field": "candidate", "type": "nominal", "sort": nil, "legend": legend,
      "scale": ["domain": domain, "range": range],
    ]
  }
}

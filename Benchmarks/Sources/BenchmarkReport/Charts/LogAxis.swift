import Foundation

/// The bounds and ticks of a logarithmic axis, computed here so that every chart has few and round ticks.
struct LogAxis: Equatable, Sendable {
  let domain: ClosedRange<Double>
  let ticks: [Double]

  /// - Parameter including: Bounds that the axis always contains.
  init(_ values: [Double], including: ClosedRange<Double>? = nil) {
    let all = values.filter { $0 > 0 && $0.isFinite } + (including.map { [$0.lowerBound, $0.upperBound] } ?? [])
    let low = all.min() ?? 1
    let high = all.max() ?? 10
    // A margin, so that no line runs along the frame.
    let air = max(pow(high / low, 0.06), 1.08)
    domain = (low / air)...(high * air)
    let decades = log10(domain.upperBound / domain.lowerBound)
    let steps: [Double] =
      switch decades {
      case ..<0.5: [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9]
      case ..<0.9: [1, 1.5, 2, 3, 5, 7]
      case ..<3.2: [1, 2, 5]
      default: [1]
      }
    let exponents = Int(floor(log10(domain.lowerBound)))...Int(ceil(log10(domain.upperBound)))
    let range = domain
    // Division keeps 0.01 exact where a product of powers would print 0.010000000000000002.
    ticks = exponents.flatMap { exponent in
      steps.map { exponent < 0 ? $0 / pow(10, Double(-exponent)) : $0 * pow(10, Double(exponent)) }
    }.filter(range.contains)
  }

  func encoding(_ field: String, title: String?, extra: [String: JSONValue] = [:]) -> JSONValue {
    .object([
      "field": .string(field), "type": "quantitative",
      "scale": [
        "type": "log", "nice": false, "domain": [.number(domain.lowerBound), .number(domain.upperBound)],
      ],
      "axis": .object(
        [
          "title": title.map(JSONValue.string) ?? nil, "values": .array(ticks.map(JSONValue.number)),
          "labelExpr": .string(Self.label),
          "labelOverlap": false,
        ].merging(extra) { $1 }),
    ])
  }

  /// The label format. Four digits read well without a separator.
  private static let label = "format(datum.value, datum.value < 10000 ? '~f' : ',~f')"

  /// Returns an axis of subscribers, logarithmic to base 2, with the measured sizes as ticks.
  static func subscribers(_ sizes: [Int], every step: Int = 1) -> JSONValue {
    let shown = stride(from: 0, to: sizes.count, by: step).map { JSONValue(sizes[$0]) }
    return [
      "field": "n", "type": "quantitative",
      "scale": [
        "type": "log", "base": 2, "nice": false,
        "domain": [
          .number(Double(sizes.first ?? 1) / 1.2), .number(Double(sizes.last ?? 1) * 1.2),
        ],
      ],
      "axis": ["title": "subscribers n", "values": .array(shown), "format": "~d", "labelOverlap": false],
    ]
  }
}

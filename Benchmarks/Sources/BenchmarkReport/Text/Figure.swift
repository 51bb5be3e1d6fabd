import BenchmarkStatistics
import Foundation

/// The text form of figures in the report. A figure that was not measured is `n/a`, never 0.
enum Figure {
  static let missing = "n/a"
  /// A no-break space, which keeps a figure and its unit on one line.
  static let space = "\u{a0}"

  /// Returns three significant digits, or all digits before the point.
  static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return missing }
    let size = abs(value)
    if size >= 99.95 { return grouped(Int(value.rounded())) }
    return String(format: size >= 9.995 ? "%.1f" : "%.2f", value)
  }

  /// Returns a count that is often whole, without superfluous digits: `1`, `1.25`, `28`.
  static func count(_ value: Double?) -> String {
    guard let value, value.isFinite else { return missing }
    if abs(value - value.rounded()) < 0.005 { return grouped(Int(value.rounded())) }
    return number(value)
  }

  static func ratio(_ value: Double?) -> String {
    guard let value, value.isFinite else { return missing }
    return number(value) + space + "×"
  }

  /// Returns a bound without superfluous digits: `1.5 ×`.
  static func bound(_ ratio: Double) -> String { plain(ratio) + space + "×" }

  /// Returns a number of the source code, such as a bound, without superfluous digits: `1.5`.
  static func plain(_ number: Double) -> String { String(format: "%g", number) }

  /// Returns `1.30–2.43 ×`, or a single figure where both ends print alike.
  static func ratios(_ range: ClosedRange<Double>) -> String {
    let (least, most) = (number(range.lowerBound), number(range.upperBound))
    return least == most ? "\(least)\(space)×" : "\(least)–\(most)\(space)×"
  }

  /// Returns a ratio with its interval: `1.41 × (1.38–1.44)`.
  static func interval(_ interval: MeasuredInterval?) -> String {
    guard let interval else { return missing }
    return self.interval(interval.ratio, interval.low, interval.high)
  }

  /// Returns a ratio with the ends of its interval.
  static func interval(_ ratio: Double, _ low: Double, _ high: Double) -> String {
    guard low > 0, high.isFinite else { return "\(self.ratio(ratio)) (one process, no interval)" }
    return "\(self.ratio(ratio)) (\(number(low))–\(number(high)))"
  }

  static func percent(_ fraction: Double) -> String {
    String(format: "%.1f", fraction * 100) + space + "%"
  }

  static func bytes(_ value: Double?) -> String {
    guard let value, value.isFinite else { return missing }
    if value >= 1_048_576 { return String(format: "%.1f MiB", value / 1_048_576) }
    if value >= 10 * 1024 { return String(format: "%.1f KiB", value / 1024) }
    return count(value) + " B"
  }

  /// Returns two significant digits, because an interpolated size is not more exact.
  static func approximateSize(_ n: Double) -> String {
    let scale = pow(10, max(0, floor(log10(n)) - 1))
    return grouped(Int((n / scale).rounded() * scale))
  }

  static func grouped(_ value: Int) -> String {
    let digits = Array(String(value.magnitude))
    var text = value < 0 ? "−" : ""
    for (index, digit) in digits.enumerated() {
      // Four digits read well without a separator.
      if index > 0, digits.count > 4, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

import Foundation

/// Numbers in a form for people.
enum Quantity {
  /// Returns a number with separators, such as `1,234,567`.
  static func count(_ number: UInt64) -> String {
    let digits = Array(String(number))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// Returns a number with a noun, such as `1 record` or `1,234 records`.
  static func count(_ number: UInt64, _ word: String) -> String { "\(count(number)) \(word)\(number == 1 ? "" : "s")" }

  /// Returns a duration with three digits and a unit: `120 ns`, `4.56 µs`, `78.9 ms`, `12.3 s`; whole seconds from 1000
  /// on.
  static func duration(_ nanoseconds: UInt64) -> String {
    guard nanoseconds >= 1000 else { return "\(nanoseconds) ns" }
    var value = Double(nanoseconds)
    for unit in ["ns", "µs", "ms"] {
      // A value that rounds to 1000 is shown as one of the next unit.
      if value < 999.5 { return "\(digits(value)) \(unit)" }
      value /= 1000
    }
    return "\(digits(value)) s"
  }

  /// Returns a duration, or `n/a` if the duration is unknown, such as in a trace without a clock.
  static func duration(_ nanoseconds: UInt64?) -> String { nanoseconds.map { duration($0) as String } ?? "n/a" }

  private static func digits(_ value: Double) -> String {
    String(format: value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value)
  }
}

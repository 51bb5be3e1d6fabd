import Foundation

/// Numbers as people read them.
enum Quantity {
  /// `1,234,567`.
  static func count(_ number: UInt64) -> String {
    let digits = Array(String(number))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// `1 record`, `1,234 records`.
  static func count(_ number: UInt64, _ word: String) -> String { "\(count(number)) \(word)\(number == 1 ? "" : "s")" }

  /// Three digits and a unit: `120 ns`, `4.56 µs`, `78.9 ms`, `12.3 s`; whole seconds from 1000 on.
  static func duration(_ nanoseconds: UInt64) -> String {
    guard nanoseconds >= 1000 else { return "\(nanoseconds) ns" }
    var value = Double(nanoseconds)
    for unit in ["ns", "µs", "ms"] {
      // What rounds to 1000 is one of the next unit.
      if value < 999.5 { return "\(digits(value)) \(unit)" }
      value /= 1000
    }
    return "\(digits(value)) s"
  }

  /// `n/a` where it is not known, such as in a trace without clock.
  static func duration(_ nanoseconds: UInt64?) -> String { nanoseconds.map { duration($0) as String } ?? "n/a" }

  private static func digits(_ value: Double) -> String {
    String(format: value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value)
  }
}

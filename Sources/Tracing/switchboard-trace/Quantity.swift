#if Tools
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
    static func count(_ number: UInt64, _ word: String) -> String {
      "\(count(number)) \(word)\(number == 1 ? "" : "s")"
    }

    /// Returns a duration with three digits and a unit: `120 ns`, `4.56 µs`, `78.9 ms`, `12.3 s`; whole seconds from
    /// 1000 on.
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

    /// Returns a number of registries, such as `1 registry` or `1,234 registries`.
    static func registries(_ number: UInt64) -> String { count(number) + (number == 1 ? " registry" : " registries") }

    /// Returns a number of deliveries, such as `1 delivery` or `1,234 deliveries`.
    static func deliveries(_ number: UInt64) -> String { count(number) + (number == 1 ? " delivery" : " deliveries") }

    /// Returns a time of some seconds, in at most two units: `12.3 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`.
    static func time(seconds: Double) -> String {
      // A file may have any number, and more than this is no age of a process.
      let seconds = min(max(seconds, 0), 1e12)
      if seconds < 99.95 { return String(format: "%.1f s", seconds) }
      let whole = Int(seconds)
      if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
      if whole < 86400 { return "\(whole / 3600) h \(whole % 3600 / 60) min" }
      return "\(whole / 86400) d \(whole % 86400 / 3600) h"
    }

    /// Returns a number per second, with one digit after the point if the number is small: `0`, `1.5`, `1,234`. A rate
    /// that is not known yet is `-`.
    static func rate(_ rate: Double?) -> String {
      guard let rate else { return "-" }
      if rate <= 0 { return "0" }
      return rate < 99.95 ? String(format: "%.1f", rate) : count(UInt64(min(rate, 1e18).rounded()))
    }

    private static func digits(_ value: Double) -> String {
      String(format: value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value)
    }
  }
#endif

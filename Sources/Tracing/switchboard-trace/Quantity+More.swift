#if Tools
  import Foundation

  extension Quantity {
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
  }
#endif

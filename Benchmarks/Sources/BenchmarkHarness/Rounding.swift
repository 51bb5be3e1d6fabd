import Foundation

/// The rounding of samples for the results: more digits than a clock has would only make the file long.
public enum Rounding {
  /// Returns `value` with four significant digits.
  public static func sample(_ value: Double) -> Double {
    guard value.isFinite, value != 0 else { return value }
    let scale = pow(10, 3 - floor(log10(abs(value))))
    // Division by a power of ten gives the number that its decimal text means.
    return scale >= 1 ? (value * scale).rounded() / scale : (value / (1 / scale)).rounded() * (1 / scale)
  }
}

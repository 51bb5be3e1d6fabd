import Foundation

/// How a cost grows with the number of subscribers n.
public enum GrowthClass: String, CaseIterable, Codable, Comparable, Sendable {
  case constant = "O(1)"
  case logarithmic = "O(log n)"
  case linear = "O(n)"
  case linearithmic = "O(n log n)"

  func factor(_ n: Double) -> Double {
    switch self {
    case .constant: 1
    case .logarithmic: log2(n)
    case .linear: n
    case .linearithmic: n * log2(n)
    }
  }

  public static func < (left: GrowthClass, right: GrowthClass) -> Bool {
    allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
  }
}

/// The class that fits the costs at several sizes best.
struct GrowthFit: Equatable, Sendable {
  struct Point: Equatable, Sendable {
    let n: Int
    let cost: Double
  }

  /// The smallest size that counts. At smaller sizes, fixed costs hide the growth.
  static let smallest = 16
  /// The fewest sizes that tell the classes apart.
  static let fewest = 4
  /// The relative error up to which a simpler class is as good as a better fit. Costs that differ by less than this are
  /// constant.
  static let tolerance = 0.05

  let growth: GrowthClass
  /// The root of the mean squared relative error.
  let error: Double

  /// Fits `a + b · f(n)` with a, b ≥ 0 for each class, by least squares of the relative errors. Takes the simplest
  /// class whose error is at most twice the least error, or within the tolerance.
  ///
  /// - Returns: Nil with fewer than four usable sizes.
  init?(_ points: [Point]) {
    let usable = points.filter { $0.n >= Self.smallest && $0.cost > 0 && $0.cost.isFinite }.sorted { $0.n < $1.n }
    guard Set(usable.map(\.n)).count >= Self.fewest else { return nil }
    let errors = GrowthClass.allCases.map { ($0, Self.error(of: $0, usable)) }
    guard let least = errors.map(\.1).min(), let found = errors.first(where: { $0.1 <= max(2 * least, Self.tolerance) })
    else { return nil }
    (growth, error) = found
  }

  private static func error(of growth: GrowthClass, _ points: [Point]) -> Double {
    // Divided by the cost, each point has the value 1.
    let rows = points.map { (constant: 1 / $0.cost, slope: growth.factor(Double($0.n)) / $0.cost) }
    let (a, b) = coefficients(rows, isConstant: growth == .constant)
    let squares = rows.map { pow(a * $0.constant + b * $0.slope - 1, 2) }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  private static func coefficients(
    _ rows: [(constant: Double, slope: Double)], isConstant: Bool
  ) -> (Double, Double) {
    let cc = rows.reduce(0) { $0 + $1.constant * $1.constant }
    let ss = rows.reduce(0) { $0 + $1.slope * $1.slope }
    let cs = rows.reduce(0) { $0 + $1.constant * $1.slope }
    let (c, s) = (rows.reduce(0) { $0 + $1.constant }, rows.reduce(0) { $0 + $1.slope })
    let determinant = cc * ss - cs * cs
    guard !isConstant, determinant > 1e-12 * cc * ss else { return (c / cc, 0) }
    let (a, b) = ((c * ss - s * cs) / determinant, (s * cc - c * cs) / determinant)
    // A negative part has no meaning; then one term alone fits best.
    if b < 0 { return (c / cc, 0) }
    return a < 0 ? (0, s / ss) : (a, b)
  }
}

import Foundation

/// How the cost of one operation grows with n, which is the number of subscribers, or of keys.
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

/// The cost of one operation at a size.
public struct GrowthPoint: Codable, Equatable, Sendable {
  public let n: Int
  public let cost: Double

  public init(n: Int, cost: Double) {
    self.n = n
    self.cost = cost
  }
}

/// The class that fits the costs at several sizes best.
package struct GrowthFit: Equatable, Sendable {
  /// The smallest size that counts. At smaller sizes, fixed costs hide the growth.
  package static let smallest = 16
  /// The fewest sizes that tell the classes apart.
  static let fewest = 4
  /// A cost that rises by less than this factor from the smallest to the largest size is constant.
  static let rise = 1.25
  /// A simpler class is as good as another if its error is at most this many times as large. Real costs have steps,
  /// such as those of a library function that copies many bytes in another way than few. A more complex class bends
  /// towards the steps without being true.
  private static let preference = 2.0

  package let growth: GrowthClass
  /// The root of the mean squared |logarithm of the cost ÷ the fitted cost|: 0.01 means that costs are about 1 % away.
  package let error: Double

  /// Fits `a + b · f(n)` with a, b ≥ 0 for each class, by least squares of the logarithms of cost ÷ fitted cost. Takes
  /// the simplest class that is as good as the best.
  ///
  /// - Returns: Nil with fewer than four usable sizes.
  package init?(_ points: [GrowthPoint]) {
    let usable = Self.usable(points)
    guard Set(usable.map(\.n)).count >= Self.fewest else { return nil }
    let fits = GrowthClass.allCases.map { Curve($0, usable) }
    guard let constant = fits.first, let least = fits.map(\.error).min(),
      let found = fits.first(where: { $0.error <= Self.preference * least + 1e-9 })
    else { return nil }
    let chosen = found.rise < Self.rise ? constant : found
    (growth, error) = (chosen.growth, chosen.error)
  }

  /// Returns the points that count, by size.
  package static func usable(_ points: [GrowthPoint]) -> [GrowthPoint] {
    points.filter { $0.n >= smallest && $0.cost > 0 && $0.cost.isFinite }.sorted { $0.n < $1.n }
  }
}

/// The curve of one class that is nearest to the points.
private struct Curve {
  let growth: GrowthClass
  let error: Double
  /// The fitted cost at the largest size ÷ the fitted cost at the smallest size.
  let rise: Double

  /// - Parameter points: Costs at growing sizes, at least one.
  init(_ growth: GrowthClass, _ points: [GrowthPoint]) {
    // Relative to the first cost, so that the sums below lose no digits.
    let costs = points.map { log($0.cost / points[0].cost) }
    let first = growth.factor(Double(points[0].n))
    let factors = points.map { growth.factor(Double($0.n)) / first }
    // Only the share of the growing part at the smallest size has to be searched: the best scale follows from it.
    func error(_ logit: Double) -> Double {
      let share = 1 / (1 + exp(-logit))
      var (sum, squares) = (0.0, 0.0)
      for index in costs.indices {
        let distance = costs[index] - log(1 - share + share * factors[index])
        sum += distance
        squares += distance * distance
      }
      let count = Double(costs.count)
      return max(0, squares / count - (sum / count) * (sum / count)).squareRoot()
    }
    let isConstant = growth == .constant
    let best = isConstant ? -Self.limit : Self.minimum(of: error)
    let share = isConstant ? 0 : 1 / (1 + exp(-best))
    self.growth = growth
    self.error = error(best)
    rise = 1 - share + share * (factors.last ?? 1)
  }

  /// Beyond this logit, a part of the cost is less than 1 in 160,000.
  private static let limit = 12.0

  /// Returns the place of the minimum: that of a grid, refined by golden section.
  private static func minimum(of function: (Double) -> Double) -> Double {
    let step = 2.0
    let grid = stride(from: -limit, through: limit, by: step).map { (place: $0, value: function($0)) }
    guard let least = grid.min(by: { $0.value < $1.value }) else { return 0 }
    var (low, high) = (least.place - step, least.place + step)
    let golden = (5.0.squareRoot() - 1) / 2
    var (left, right) = (high - golden * (high - low), low + golden * (high - low))
    var (atLeft, atRight) = (function(left), function(right))
    for _ in 0..<12 {
      if atLeft < atRight {
        (high, right, atRight) = (right, left, atLeft)
        left = high - golden * (high - low)
        atLeft = function(left)
      } else {
        (low, left, atLeft) = (left, right, atRight)
        right = low + golden * (high - low)
        atRight = function(right)
      }
    }
    return (low + high) / 2
  }
}

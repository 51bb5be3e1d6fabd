import Foundation

/// A size at which one candidate overtakes another by more than noise.
struct Crossover: Equatable, Sendable {
  /// The size, interpolated between two measured sizes on logarithmic axes.
  let n: Double
  let before: String
  let after: String

  /// Returns the crossings of `candidate` ÷ `base` with 1. A size at which neither is shown to be faster decides
  /// nothing, because nearly equal curves cross all the time.
  static func all(
    _ workload: String, of candidate: String, against base: String, in comparisons: Comparisons
  ) -> [Crossover] {
    let found = comparisons.suite.sizes(of: workload).compactMap { n in
      comparisons.interval(workload, candidate, to: base, n).map { (n: n, interval: $0) }
    }
    let points = found.map { (x: log(Double($0.n)), y: log($0.interval.ratio)) }
    let decided = found.indices.filter { [.faster, .slower].contains(found[$0].interval.call) }
    return zip(decided, decided.dropFirst()).compactMap { left, right in
      guard (points[left].y > 0) != (points[right].y > 0) else { return nil }
      let steps = (left..<right).filter { (points[$0].y > 0) != (points[$0 + 1].y > 0) }
      // Several crossings between two decided sizes are noise around 1. The straight line between the decided sizes is
      // then the fairest estimate.
      let (from, to) = steps.count == 1 ? (points[steps[0]], points[steps[0] + 1]) : (points[left], points[right])
      let x = from.x - from.y * (to.x - from.x) / (to.y - from.y)
      let candidateWasFaster = points[left].y < 0
      return Crossover(
        n: exp(x), before: candidateWasFaster ? candidate : base, after: candidateWasFaster ? base : candidate)
    }
  }
}

import BenchmarkResults
import BenchmarkStatistics
import Foundation

/// A bound on a ratio of two times, which a run shows, refutes, or leaves open.
struct RatioTest: Hashable, Sendable {
  typealias Place = BenchmarkResults.Measurement.Identity

  enum Bound: Hashable, Sendable {
    case above(Double), below(Double)
  }

  enum Outcome: Sendable { case shown, refuted, open }

  let of, to: Place
  let bound: Bound
  /// Whether the report names the setting, because it is not the one in which every cell was measured.
  var namesSetting = false
  /// Whether the sentence names the workload and the size, so that the ratio need not.
  var isExample = false

  /// The times of a place, by process and round; nil where they were not measured.
  typealias Samples = (Place) -> [[Double]]?

  /// Returns what the looks at the times decide.
  func outcome(_ samples: Samples) -> Outcome {
    guard let decision = Looks.decision(logarithms(samples), bound: logBound) else { return .open }
    return switch bound {
    case .above: decision.isAbove ? .shown : .refuted
    case .below: decision.isAbove ? .refuted : .shown
    }
  }

  /// Whether both times come from the same rounds of the same processes.
  private var isPaired: Bool {
    (of.suite, of.workload, of.n) == (to.suite, to.workload, to.n) && (of.heap, of.allocator) == (to.heap, to.allocator)
  }

  /// Returns the logarithm of the ratio of each process. Times of different processes make pairs in their order.
  func logarithms(_ samples: Samples) -> [Double] {
    guard let own = samples(of), let other = samples(to), !isPaired || own.count == other.count else { return [] }
    return zip(own, other).map { own, other in
      isPaired
        ? MeasuredInterval.median(zip(own, other).map { log($0 / $1) })
        : log(MeasuredInterval.median(own) / MeasuredInterval.median(other))
    }
  }

  /// The logarithm of the bound.
  var logBound: Double {
    switch bound {
    case .above(let ratio), .below(let ratio): log(ratio)
    }
  }

  /// Returns the ratio, and the interval in which another run finds it; nil if the run did not time both places.
  func interval(_ samples: Samples) -> MeasuredInterval? {
    isPaired
      ? MeasuredInterval(samples(of), to: samples(to))
      : MeasuredInterval(samples(of), ofOtherProcessesThan: samples(to))
  }

  /// The ratio in words: `array ÷ dense, churn, n = 256`.
  var name: String {
    let (candidate, base) = (Markdown.code(of.candidate), Markdown.code(to.candidate))
    let place = "\(Markdown.code(of.workload)), \(Markdown.size(of.n))"
    let places =
      isPaired ? "\(candidate) ÷ \(base), \(place)" : "\(candidate), \(place) ÷ \(Figure.grouped(to.n))"
    guard namesSetting else { return places }
    let setting = SuiteMeasurements.Setting(heap: of.heap, allocator: of.allocator).name
    return isExample ? "\(candidate) ÷ \(base), \(setting)" : "\(places), \(setting)"
  }
}

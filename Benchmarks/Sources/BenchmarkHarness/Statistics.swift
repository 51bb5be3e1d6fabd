/// The median and the range of a cell's samples. The median is used because the outliers of a shared machine lie on one
/// side.
public struct Statistics: Equatable, Sendable {
  public let median: Double
  public let min: Double
  public let max: Double
  public let count: Int

  /// Returns nil without samples.
  public init?(_ samples: [Double]) {
    guard !samples.isEmpty else { return nil }
    let sorted = samples.sorted()
    let middle = sorted.count / 2
    median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    min = sorted[0]
    max = sorted[sorted.count - 1]
    count = sorted.count
  }
}

/// The median and the range of a cell's samples. The median is used because the outliers of a shared machine lie on one
/// side.
public struct Statistics: Equatable, Sendable {
  /// The median over the processes of the median over the rounds of each.
  public let median: Double
  public let min: Double
  public let max: Double
  /// The samples of each process, one number per round.
  public let processes: [[Double]]

  /// Returns nil without samples.
  ///
  /// - Parameter processes: The samples of each process. Processes without samples do not count.
  public init?(processes: [[Double]]) {
    let processes = processes.filter { !$0.isEmpty }
    guard let least = processes.joined().min(), let most = processes.joined().max() else { return nil }
    median = Self.median(processes.map(Self.median))
    min = least
    max = most
    self.processes = processes
  }

  /// The statistics of samples that one process took.
  public init?(_ samples: [Double]) { self.init(processes: [samples]) }

  /// The largest number of samples of a process.
  public var rounds: Int { processes.map(\.count).max() ?? 0 }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

public import BenchmarkHarness

/// The result of a trial.
public struct Trial: Sendable {
  /// The statistics of the figure, in the unit of the workload.
  public let statistics: Statistics
  /// The peak memory of the work, where the work ran in a separate process.
  public let peakBytes: Double?

  public init(_ statistics: Statistics, peakBytes: Double? = nil) {
    self.statistics = statistics
    self.peakBytes = peakBytes
  }
}

public import BenchmarkHarness

/// The result of a trial.
public struct Trial: Sendable {
  /// The statistics of the figure, in ``unit``.
  public let statistics: Statistics
  public let unit: String
  /// The peak memory of the work, where the work ran in a separate process.
  public let peakBytes: Double?

  public init(_ statistics: Statistics, unit: String = "ns/op", peakBytes: Double? = nil) {
    self.statistics = statistics
    self.unit = unit
    self.peakBytes = peakBytes
  }
}

public import BenchmarkHarness

/// What a trial found.
public struct Trial: Sendable {
  /// In ``unit``.
  public let statistics: Statistics
  public let unit: String
  /// The most memory that the work took, where it ran in a process of its own.
  public let peakBytes: Double?

  public init(_ statistics: Statistics, unit: String = "ns/op", peakBytes: Double? = nil) {
    self.statistics = statistics
    self.unit = unit
    self.peakBytes = peakBytes
  }
}

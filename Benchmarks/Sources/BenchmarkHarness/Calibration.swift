/// The choice of the number of operations per sample: enough that the cost of the clock does not matter, few enough for
/// many rounds.
public struct Calibration: Equatable, Sendable {
  /// The nanoseconds that a sample should take.
  public var target: Double
  /// The nanoseconds that a sample may take so that it contains a whole granule.
  public var wholeLimit: Double

  public init(target: Double, wholeLimit: Double = 20_000_000) {
    self.target = target
    self.wholeLimit = wholeLimit
  }

  /// Returns the number of operations of a sample, where each operation takes `nanoseconds`.
  public func operations(nanosecondsEach nanoseconds: Double, granule: Int = 1, minimum: Int = 1) -> Int {
    let each = Swift.max(nanoseconds, 0.01)
    let wanted = Swift.max(target / each, 1)
    if granule > 1 {
      if Double(granule) * each <= wholeLimit {
        return Swift.max(Int((wanted / Double(granule)).rounded()), 1) * granule
      }
      // Not even one granule fits. So the sample takes as large a part of it as possible, with room for a slow moment.
      return Swift.max(Int(wholeLimit / 2 / each), minimum)
    }
    return Swift.max(Int(wanted), minimum)
  }

  /// Runs `sampler` with more and more operations until the time is long enough, and returns the number of operations.
  func operations(of sampler: Cell.Sampler, granule: Int, minimum: Int, maximum: Int = .max) -> Int {
    var operations = Swift.min(granule > 1 ? granule : 64, 1_024, maximum)
    while true {
      let sample = sampler(operations)
      if Double(sample.nanoseconds) >= target / 4 || operations >= Swift.min(1 << 24, maximum) {
        return Swift.min(
          self.operations(nanosecondsEach: sample.nanosecondsPerOperation, granule: granule, minimum: minimum), maximum)
      }
      operations = Swift.min(Swift.max(sample.operations, operations) * 4, maximum)
    }
  }
}

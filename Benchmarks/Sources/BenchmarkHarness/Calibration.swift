/// How many operations make one sample: enough for the clock not to matter, few enough for many rounds.
public struct Calibration: Equatable, Sendable {
  /// Nanoseconds that a sample should take.
  public var target: Double
  /// Nanoseconds that a sample may take where less would not do its workload justice.
  public var wholeLimit: Double

  public init(target: Double, wholeLimit: Double = 20_000_000) {
    self.target = target
    self.wholeLimit = wholeLimit
  }

  /// Operations for a sample of operations that take `nanoseconds` each.
  public func operations(nanosecondsEach nanoseconds: Double, granule: Int = 1, minimum: Int = 1) -> Int {
    let each = Swift.max(nanoseconds, 0.01)
    let wanted = Swift.max(target / each, 1)
    if granule > 1 {
      if Double(granule) * each <= wholeLimit {
        return Swift.max(Int((wanted / Double(granule)).rounded()), 1) * granule
      }
      // Not even one whole fits: as large a part of it as may be, with room for a slower moment.
      return Swift.max(Int(wholeLimit / 2 / each), minimum)
    }
    return Swift.max(Int(wanted), minimum)
  }

  /// Tries `sampler` with more and more operations until the time means something.
  func operations(of sampler: Cell.Sampler, granule: Int, minimum: Int) -> Int {
    var operations = Swift.min(granule > 1 ? granule : 64, 1_024)
    while true {
      let sample = sampler(operations)
      if Double(sample.nanoseconds) >= target / 4 || operations >= 1 << 24 {
        return self.operations(
          nanosecondsEach: sample.nanosecondsPerOperation, granule: granule, minimum: minimum)
      }
      operations = Swift.max(sample.operations, operations) * 4
    }
  }
}

extension UInt64 {
  /// Adds, and stays at the maximum rather than to overflow: counts in a damaged file can be anything.
  mutating func add(_ other: UInt64) {
    let (sum, overflow) = addingReportingOverflow(other)
    self = overflow ? .max : sum
  }
}

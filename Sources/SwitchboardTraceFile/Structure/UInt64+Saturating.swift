extension UInt64 {
  /// Adds `other`, and stays at the maximum instead of overflowing, because counts in a damaged file can be anything.
  mutating func add(_ other: UInt64) {
    let (sum, overflow) = addingReportingOverflow(other)
    self = overflow ? .max : sum
  }
}

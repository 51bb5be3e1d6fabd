/// The distribution of durations: count, total, extremes, and quantiles that are at most 1 % off.
///
/// The first 32 durations are kept unchanged, so that small traces have exact quantiles. From then on, durations are
/// counted in buckets, 64 for each doubling. Memory: 0.3 kB, then 0.5 kB for each doubling between the shortest and the
/// longest. Adding is O(1) amortised.
package struct DurationStatistics: Equatable, Sendable {
  package private(set) var count: UInt64 = 0
  /// The sum, which stays at the maximum of the type instead of overflowing.
  package private(set) var total: UInt64 = 0
  package private(set) var min: UInt64 = 0
  package private(set) var max: UInt64 = 0

  private static let exactCount = 32
  private var exact: [UInt64] = []
  private var buckets: [UInt64] = []
  private var firstBucket = 0

  package init() {}

  package mutating func add(_ nanoseconds: UInt64) {
    min = count == 0 ? nanoseconds : Swift.min(min, nanoseconds)
    max = Swift.max(max, nanoseconds)
    count += 1
    let (sum, overflow) = total.addingReportingOverflow(nanoseconds)
    total = overflow ? .max : sum
    if count <= Self.exactCount {
      exact.append(nanoseconds)
    } else {
      for duration in exact { tally(duration) }
      exact = []
      tally(nanoseconds)
    }
  }

  /// Returns the duration that a share of `q` (0…1) does not exceed, or nil if there are no durations.
  package func quantile(_ q: Double) -> UInt64? {
    guard count > 0 else { return nil }
    let rank = Swift.min(Swift.max(UInt64((Double(count) * q).rounded(.up)), 1), count)
    guard exact.isEmpty else { return exact.sorted()[Int(rank) - 1] }
    var passed: UInt64 = 0
    for (index, tally) in buckets.enumerated() {
      passed += tally
      if passed >= rank { return Swift.min(Swift.max(Self.middle(ofBucket: firstBucket + index), min), max) }
    }
    return max
  }

  private mutating func tally(_ duration: UInt64) {
    let bucket = Self.bucket(of: duration)
    if buckets.isEmpty {
      firstBucket = bucket
    } else if bucket < firstBucket {
      buckets.insert(contentsOf: repeatElement(0, count: firstBucket - bucket), at: 0)
      firstBucket = bucket
    }
    if bucket - firstBucket >= buckets.count {
      buckets.append(contentsOf: repeatElement(0, count: bucket - firstBucket - buckets.count + 1))
    }
    buckets[bucket - firstBucket] += 1
  }

  /// Returns the bucket of a duration. Durations up to 127 have a bucket each. The bucket of a longer duration depends
  /// on its highest seven bits and their position.
  private static func bucket(of duration: UInt64) -> Int {
    let shift = Swift.max(0, 57 - duration.leadingZeroBitCount)
    return shift * 64 + Int(duration >> UInt64(shift))
  }

  private static func middle(ofBucket bucket: Int) -> UInt64 {
    guard bucket >= 128 else { return UInt64(bucket) }
    let shift = bucket / 64 - 1
    let low = UInt64(bucket - shift * 64) << UInt64(shift)
    return low + (1 << UInt64(shift)) / 2
  }
}

internal import SwitchboardTracing

/// Accumulators by id. Finding one takes a look-up in a dictionary, or none if the id is the same as before.
struct Accumulators<ID: Hashable, Accumulator: EmptyAccumulator> {
  private var indices: [ID: Int] = [:]
  private var accumulators: [Accumulator] = []
  private var latest: (id: ID, index: Int)?

  mutating func update(_ id: ID, _ change: (inout Accumulator) -> Void) {
    if let latest, latest.id == id { return change(&accumulators[latest.index]) }
    let index = indices[id] ?? accumulators.count
    if index == accumulators.count {
      accumulators.append(Accumulator())
      indices[id] = index
    }
    latest = (id, index)
    change(&accumulators[index])
  }

  func rows<Row>(_ row: (Accumulator, ID) -> Row) -> [Row] { indices.map { row(accumulators[$1], $0) } }
}

protocol EmptyAccumulator {
  init()
}

/// The accumulator of a source line or a registry.
struct SummaryAccumulator: EmptyAccumulator {
  /// The first label that a record had.
  var label: UInt32 = 0
  var subscribes: UInt64 = 0
  var disposes: UInt64 = 0
  var live: UInt64 = 0
  /// The highest number of live subscriptions; for registries only.
  var peak: UInt64 = 0
  var deliveries: UInt64 = 0
  var queued: UInt64 = 0
  var sends = TraceSummary.Sends()
  var handling = DurationStatistics()
  var sending = DurationStatistics()

  mutating func label(_ number: UInt32) { if label == 0 { label = number } }

  /// Returns the row of a source line, with the key by which rows are sorted.
  func row(
    _ site: TraceSite, _ sources: String, _ symbols: TraceSymbols, _ hasClock: Bool
  ) -> (SiteOrder, TraceSummary.Site) {
    let row = TraceSummary.Site(
      site: site.description, label: label == 0 ? sources : symbols.label(label).description, subscribes: subscribes,
      disposes: disposes, live: live, deliveries: deliveries, handling: hasClock ? handling.durations : nil,
      sends: sends, queued: queued, sending: hasClock ? sending.durations : nil)
    return (SiteOrder(site), row)
  }

  func row(_ number: UInt32, _ symbols: TraceSymbols, _ hasClock: Bool) -> TraceSummary.Registry {
    TraceSummary.Registry(
      registry: number, label: symbols.label(label).description, subscribes: subscribes, disposes: disposes,
      live: live, peak: peak, sends: sends, queued: queued, deliveries: deliveries,
      handling: hasClock ? handling.durations : nil, sending: hasClock ? sending.durations : nil)
  }
}

/// An order by file, then by line as a number.
struct SiteOrder: Comparable {
  private let site: TraceSite

  init(_ site: TraceSite) { self.site = site }

  static func < (a: SiteOrder, b: SiteOrder) -> Bool {
    (a.site.fileID, a.site.line) < (b.site.fileID, b.site.line)
  }
}

extension TraceSummary.Sends {
  mutating func add(_ event: TraceEvent) {
    switch event {
    case .value: values += 1
    case .error: errors += 1
    case .completed: completed += 1
    case .ended: ended += 1
    }
  }
}

extension DurationStatistics {
  /// The summary of the durations; nil if there are none.
  var durations: TraceSummary.Durations? {
    guard let p50 = quantile(0.5), let p99 = quantile(0.99) else { return nil }
    return TraceSummary.Durations(count: count, total: total, p50: p50, p99: p99, max: max)
  }
}

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
      for duration in exact { accumulator(duration) }
      exact = []
      accumulator(nanoseconds)
    }
  }

  /// Returns the duration that a share of `q` (0…1) does not exceed, or nil if there are no durations.
  package func quantile(_ q: Double) -> UInt64? {
    guard count > 0 else { return nil }
    let rank = Swift.min(Swift.max(UInt64((Double(count) * q).rounded(.up)), 1), count)
    guard exact.isEmpty else { return exact.sorted()[Int(rank) - 1] }
    var passed: UInt64 = 0
    for (index, accumulator) in buckets.enumerated() {
      passed += accumulator
      if passed >= rank { return Swift.min(Swift.max(Self.middle(ofBucket: firstBucket + index), min), max) }
    }
    return max
  }

  private mutating func accumulator(_ duration: UInt64) {
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

package import SwitchboardTracing

/// The differences of two traces. Encodes as the output of `switchboard-trace diff --json`.
package struct TraceDiff: Encodable, Equatable, Sendable {
  /// The events that happened more often in one trace, ordered by file, line and kind.
  package var counts: [Count] = []
  /// The places where sequences part, at most three. Sequences may part even if all counts are equal.
  package var order: [Divergence] = []
  /// The events whose durations differ by more than the ratio, if a ratio was given and both traces have times.
  package var durations: [Duration] = []
  /// The number of records that are missing in the first trace.
  package var lostInFirst: UInt64 = 0
  /// The number of records that are missing in the second trace.
  package var lostInSecond: UInt64 = 0

  /// Whether the two traces are the same. Missing records are no difference, but may hide some.
  package var isEmpty: Bool { counts.isEmpty && order.isEmpty && durations.isEmpty }

  package struct Count: Encodable, Equatable, Sendable {
    package var site: String
    package var kind: String
    /// The event: `value`, `error`, `completed` or `ended`.
    package var event: String
    /// Whether the count is about places that chains of operators have in registries, or about queued sends.
    package var isIndirect: Bool
    package var label: String
    package var first: UInt64
    package var second: UInt64
  }

  package struct Divergence: Encodable, Equatable, Sendable {
    /// `thread 1`, or the beginning of work that came from another thread, as in `arrive Form/Form.swift:12`.
    package var sequence: String
    /// The number of events before the place that are the same.
    package var position: Int
    /// The last events that are the same.
    package var common: [String]
    /// The next events of the first trace.
    package var first: [String]
    /// The next events of the second trace.
    package var second: [String]
  }

  package struct Duration: Encodable, Equatable, Sendable {
    package var site: String
    package var kind: String
    package var label: String
    /// The median in the first trace, in nanoseconds.
    package var first: UInt64
    /// The median in the second trace, in nanoseconds.
    package var second: UInt64
  }
}

extension TraceDiff {
  /// Compares two traces by source line, kind and label: how often things happened, and in what order.
  ///
  /// Order is compared thread by thread, and for work that came from another thread piece by piece. So only what the
  /// program determines is compared. Threads are matched by what they did, and otherwise by their numbers. Ids,
  /// addresses and times are not compared, except the medians of durations if `ratio` is given.
  ///
  /// Reads both traces once, and a second time if they differ in order. Memory grows with distinct lines and threads,
  /// not with records. To show where two courses of work from other threads part, half a million records are kept of
  /// work that begins alike.
  ///
  /// - Parameters:
  ///   - first: Opens the first trace. Called again for each reading.
  ///   - second: Opens the second trace. Called again for each reading.
  ///   - ratio: The ratio above which two medians count as a difference.
  package init<First: TraceSource, Second: TraceSource>(
    _ first: () throws -> First, _ second: () throws -> Second, durations ratio: Double? = nil
  ) throws {
    let a = try TraceDigest(of: first(), durations: ratio != nil)
    let b = try TraceDigest(of: second(), durations: ratio != nil)
    lostInFirst = a.lost
    lostInSecond = b.lost
    counts = Self.counts(a, b)
    if let ratio, a.hasClock, b.hasClock { durations = Self.durations(a, b, ratio) }

    let plan = ComparisonPlan(a, b)
    guard !plan.isEmpty else { return }
    let excerptA = try TraceExcerpt(of: first(), plan.threads.map { ($0.first, $0.range) }, trees: plan.trees)
    let excerptB = try TraceExcerpt(of: second(), plan.threads.map { ($0.second, $0.range) }, trees: plan.trees)
    order = plan.divergences(excerptA, excerptB)
  }

  private static func counts(_ a: TraceDigest, _ b: TraceDigest) -> [Count] {
    let keys = Set(a.counts.keys).union(b.counts.keys)
    return keys.compactMap { key -> (TraceDigest.Key, Count)? in
      let (first, second) = (a.counts[key]?.count ?? 0, b.counts[key]?.count ?? 0)
      guard first != second else { return nil }
      let count = Count(
        site: key.site.description, kind: key.kind.name, event: "\(key.event)", isIndirect: key.isIndirect,
        label: key.label, first: first, second: second)
      return (key, count)
    }
    .sorted { $0.0 < $1.0 }.map(\.1)
  }

  private static func durations(_ a: TraceDigest, _ b: TraceDigest, _ ratio: Double) -> [Duration] {
    a.counts.compactMap { key, accumulator -> (TraceDigest.Key, Duration)? in
      guard let other = b.counts[key], let first = accumulator.durations.quantile(0.5),
        let second = other.durations.quantile(0.5),
        Double(max(first, second)) > ratio * Double(min(first, second))
      else { return nil }
      let duration = Duration(
        site: key.site.description, kind: key.kind.name, label: key.label, first: first, second: second)
      return (key, duration)
    }
    .sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension TraceDigest.Key: Comparable {
  static func < (a: TraceDigest.Key, b: TraceDigest.Key) -> Bool {
    let (placeA, placeB) = ((a.site.fileID, a.site.line), (b.site.fileID, b.site.line))
    guard placeA == placeB else { return placeA < placeB }
    return (a.kind.rawValue, a.event.rawValue, a.isIndirect ? 1 : 0, a.label)
      < (b.kind.rawValue, b.event.rawValue, b.isIndirect ? 1 : 0, b.label)
  }
}

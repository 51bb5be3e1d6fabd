package import SwitchboardTracing

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
    a.counts.compactMap { key, tally -> (TraceDigest.Key, Duration)? in
      guard let other = b.counts[key], let first = tally.durations.quantile(0.5),
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

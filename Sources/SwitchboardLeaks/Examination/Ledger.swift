/// The number of each thing after each run.
struct Ledger {
  private var baseline: [Thing: Int] = [:]
  private(set) var latest: [Thing: Int] = [:]
  /// The cycle since which the count of a thing has been above the baseline without a break.
  private var since: [Thing: Int] = [:]

  /// Sets the baseline: what exists after the warm-up may stay. Registries must not have too much memory even then.
  mutating func setBaseline(_ counts: [Thing: Int]) {
    baseline = counts.filter { thing, _ in
      if case .capacity = thing { false } else { true }
    }
  }

  mutating func record(_ counts: [Thing: Int], cycle: Int) {
    latest = counts
    since = since.filter { excess($0.key) > 0 }
    for thing in counts.keys where excess(thing) > 0 && since[thing] == nil { since[thing] = cycle }
  }

  struct Surplus {
    var count: Int
    var firstCycle: Int
  }

  var surplus: [Thing: Surplus] {
    Dictionary(
      uniqueKeysWithValues: since.map { ($0.key, Surplus(count: excess($0.key), firstCycle: $0.value)) })
  }

  private func excess(_ thing: Thing) -> Int { latest[thing, default: 0] - baseline[thing, default: 0] }
}

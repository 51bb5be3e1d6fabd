/// The number of each thing after each run.
struct Ledger {
  private var baseline: [Thing: Int] = [:]
  private(set) var latest: [Thing: Int] = [:]
  /// The cycle since which the count of a thing has been above the baseline without a break.
  private var since: [Thing: Int] = [:]
  /// The highest count of each thing, and the number of runs since the run that raised it.
  private var highest: [Thing: (count: Int, age: Int)] = [:]

  /// Sets the baseline: what exists after the warm-up may stay. Registries must not have too much memory even then.
  mutating func setBaseline(_ counts: [Thing: Int]) {
    baseline = counts.filter { thing, _ in
      if case .capacity = thing { false } else { true }
    }
  }

  /// Returns whether `counts` has more of a thing than the baseline.
  func exceedsBaseline(_ counts: [Thing: Int]) -> Bool { counts.contains { $1 > baseline[$0, default: 0] } }

  mutating func record(_ counts: [Thing: Int], cycle: Int) {
    latest = counts
    since = since.filter { excess($0.key) > 0 }
    for thing in counts.keys where excess(thing) > 0 && since[thing] == nil { since[thing] = cycle }
    watch(counts)
  }

  /// The number of things beyond the baseline in the last run; 0 before there is a baseline.
  private(set) var growth = 0

  /// Notes the counts of a run that shows only whether things go on growing.
  mutating func watch(_ counts: [Thing: Int]) {
    growth = counts.reduce(0) { $0 + max(0, $1.value - baseline[$1.key, default: 0]) }
    for thing in highest.keys { highest[thing]?.age += 1 }
    for (thing, count) in counts where count > highest[thing]?.count ?? 0 { highest[thing] = (count, 0) }
  }

  /// The number of runs without growth after which a thing counts as bounded.
  private static let plateau = 4

  /// Returns whether `thing` has not grown in the last runs.
  func levelsOff(_ thing: Thing) -> Bool { highest[thing].map { $0.age >= Self.plateau } ?? false }

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

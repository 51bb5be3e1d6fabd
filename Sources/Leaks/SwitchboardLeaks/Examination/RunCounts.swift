/// The number of each item after each run.
struct RunCounts {
  private var baseline: [CountedItem: Int] = [:]
  private(set) var latest: [CountedItem: Int] = [:]
  /// The cycle since which the count of an item has been above the baseline without a break.
  private var since: [CountedItem: Int] = [:]
  /// The highest count of each item, and the number of runs since the run that raised it.
  private var highest: [CountedItem: (count: Int, age: Int)] = [:]

  /// Sets the baseline: what exists after the warm-up may stay. Registries must not have too much memory even then.
  mutating func setBaseline(_ counts: [CountedItem: Int]) {
    baseline = counts.filter { item, _ in
      if case .capacity = item { false } else { true }
    }
  }

  /// Returns whether `counts` has more of an item than the baseline.
  func exceedsBaseline(_ counts: [CountedItem: Int]) -> Bool { counts.contains { $1 > baseline[$0, default: 0] } }

  mutating func record(_ counts: [CountedItem: Int], cycle: Int) {
    latest = counts
    since = since.filter { excess($0.key) > 0 }
    for item in counts.keys where excess(item) > 0 && since[item] == nil { since[item] = cycle }
    watch(counts)
  }

  /// The number of items beyond the baseline in the last run; 0 before there is a baseline.
  private(set) var growth = 0

  /// Notes the counts of a run that shows only whether items go on growing.
  mutating func watch(_ counts: [CountedItem: Int]) {
    growth = counts.reduce(0) { $0 + max(0, $1.value - baseline[$1.key, default: 0]) }
    for item in highest.keys { highest[item]?.age += 1 }
    for (item, count) in counts where count > highest[item]?.count ?? 0 { highest[item] = (count, 0) }
  }

  /// The number of runs without growth after which an item counts as bounded.
  private static let plateau = 4

  /// Returns whether `item` has not grown in the last runs.
  func levelsOff(_ item: CountedItem) -> Bool { highest[item].map { $0.age >= Self.plateau } ?? false }

  struct Surplus {
    var count: Int
    var firstCycle: Int
  }

  var surplus: [CountedItem: Surplus] {
    Dictionary(
      uniqueKeysWithValues: since.map { ($0.key, Surplus(count: excess($0.key), firstCycle: $0.value)) })
  }

  private func excess(_ item: CountedItem) -> Int { latest[item, default: 0] - baseline[item, default: 0] }
}

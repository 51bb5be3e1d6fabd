internal import SwitchboardTracing

/// Translates the survivors, and the results of the experiments, into findings.
struct FindingsBuilder {
  /// What the last census found besides the counts.
  struct Details {
    /// The registry that contains the subscriptions of a line. Of several registries, the oldest that is no part of
    /// another object is taken, because the order of the census has no meaning.
    private var registries: [UInt32: (isPart: Bool, number: UInt32, label: UInt32)] = [:]
    /// The capacity and count of a registry with too much memory.
    var capacity: [RegistryKey: (capacity: Int, count: Int)] = [:]
    /// The names of the items; nil stands for those without a name.
    var names: [CountedItem: Set<String?>] = [:]

    mutating func add(_ entry: CensusEntry, of line: UInt32) {
      let isPart = entry.site == 0
      if let known = registries[line], (known.isPart ? 1 : 0, known.number) < (isPart ? 1 : 0, entry.registry) {
        return
      }
      registries[line] = (isPart, entry.registry, entry.label)
    }

    /// Returns the label of the registry that contains the subscriptions of a line.
    func label(of line: UInt32) -> UInt32? { registries[line]?.label }
  }

  private let surplus: [CountedItem: RunCounts.Surplus]
  private let blame: Blame?
  private let survivors: Survivors

  init(surplus: [CountedItem: RunCounts.Surplus], blame: Blame?, survivors: Survivors) {
    (self.surplus, self.blame, self.survivors) = (Self.withoutParts(surplus), blame, survivors)
  }

  /// The items to report, without the parts of others.
  var items: Dictionary<CountedItem, RunCounts.Surplus>.Keys { surplus.keys }

  /// Returns `surplus` without what is a part of another surplus: the registries of an object, and the values of
  /// objects, registries and subscriptions. Parts are made in the same line.
  private static func withoutParts(_ surplus: [CountedItem: RunCounts.Surplus]) -> [CountedItem: RunCounts.Surplus] {
    var (objects, keepers): (Set<UInt32>, Set<UInt32>) = ([], [])
    for item in surplus.keys {
      switch item {
      case .object(let key): objects.insert(key.site)
      case .registry(let key): keepers.insert(key.site)
      case .subscription(let site): keepers.insert(site)
      default: break
      }
    }
    return surplus.filter { item, _ in
      switch item {
      case .registry(let key): !objects.contains(key.site)
      case .values(let key, _): !objects.contains(key.site) && !keepers.contains(key.site)
      default: true
      }
    }
  }

  /// Returns the findings in the order of lines.
  func findings() -> [(item: CountedItem, finding: LeakFinding)] {
    var findings: [(item: CountedItem, finding: LeakFinding)] = []
    for (item, surplus) in surplus { findings += self.findings(item, surplus).map { (item, $0) } }
    return findings.sorted { one, other in
      let (one, other) = (one.finding, other.finding)
      return (one.file, one.line, one.summary) < (other.file, other.line, other.summary)
    }
  }

  private func findings(_ item: CountedItem, _ surplus: RunCounts.Surplus) -> [LeakFinding] {
    switch item {
    case .owner(let key): held(item, surplus, type: key.type, at: key.site)
    case .registry(let key), .object(let key): made(item, key, surplus)
    case .subscription(let site): subscription(site, surplus)
    case .ended(let site): [finding(.growing, .ended, TraceNames.site(site), surplus, subject: subject(of: site))]
    case .values(let key, let written):
      [
        finding(
          .growing, .values, TraceNames.site(written == 0 ? key.site : written), surplus, subject: subject(of: item),
          details: written == 0 ? names(of: item) : ["It was made at \(TraceNames.site(key.site))."],
          advice: LeakFinding.Advice(type: key.typeName))
      ]
    case .capacity(let key):
      [
        finding(
          .capacity, .capacity, TraceNames.site(key.site), surplus, subject: subject(of: item),
          details: survivors.details.capacity[key].map {
            ["The registry has room for \($0.capacity) subscriptions and holds \($0.count)."]
          }
            ?? [])
      ]
    }
  }

  private func held(
    _ item: CountedItem, _ surplus: RunCounts.Surplus, type: String, at site: TraceSite,
    notReproduced: LeakFinding.Kind = .retained
  ) -> [LeakFinding] {
    if blame?.heldElsewhere.contains(item) == true {
      let lines = Set(survivors.made.map(\.site)).map { "\(TraceNames.site($0))" }.sorted()
      return [
        finding(.retained, .elsewhere, site, surplus, owner: type, others: lines, details: keptValues + keptRegistries)
      ]
    }
    if let guilty = blame?.guilty[item] { return culprits(guilty, .closure, surplus, type) }
    if let guilty = blame?.together[item] {
      return culprits(guilty, guilty.count == 1 ? .closure : .closures, surplus, type)
    }
    return [finding(notReproduced, .notReproduced, site, surplus, owner: type)]
  }

  private func culprits(
    _ sites: [UInt32], _ cause: LeakFinding.Cause, _ surplus: RunCounts.Surplus, _ owner: String
  ) -> [LeakFinding] {
    sites.map { site in
      finding(
        .retained, cause, TraceNames.site(site), surplus, owner: owner, subject: subject(of: site),
        others: sites.filter { $0 != site }.map { "\(TraceNames.site($0))" }, advice: advice(for: site))
    }
  }

  /// Returns the findings about a registry or another object that the code made. The object counts as an owner, unless
  /// a tracked owner explains why the object is alive.
  private func made(_ item: CountedItem, _ key: RegistryKey, _ surplus: RunCounts.Surplus) -> [LeakFinding] {
    let owners = self.surplus.keys.filter { if case .owner = $0 { true } else { false } }
    let type = subject(of: item) ?? "registry"
    if blame?.heldElsewhere.contains(item) == true {
      if owners.contains(where: { blame?.heldElsewhere.contains($0) == true }) { return [] }
      return [
        finding(
          .growing, .elsewhere, TraceNames.site(key.site), surplus, owner: type, details: names(of: item),
          advice: LeakFinding.Advice(type: key.typeName))
      ]
    }
    let explained = Set(owners.flatMap { (blame?.guilty[$0] ?? []) + (blame?.together[$0] ?? []) })
    let guilty = (blame?.guilty[item] ?? []) + (blame?.together[item] ?? [])
    if !guilty.isEmpty, explained.isSuperset(of: guilty) { return [] }
    // If no subscription is guilty, the experiments made no such object that stayed.
    return held(item, surplus, type: type, at: TraceNames.site(key.site), notReproduced: .growing)
  }

  private func subscription(_ site: UInt32, _ surplus: RunCounts.Surplus) -> [LeakFinding] {
    if let blame {
      // A subscription that holds an owner is named in the finding about that owner. A subscription that is left after
      // the guilty ones were disposed is a leak itself. If an owner is held from elsewhere, its subscriptions are as
      // they should be.
      if blame.allGuilty.contains(site) { return [] }
      if !blame.allGuilty.isEmpty, !blame.leftover.contains(site) { return [] }
      if blame.heldElsewhere.contains(where: { if case .owner = $0 { true } else { false } }) { return [] }
    }
    let left = survivors.made.filter { $0.site == site }
    let place = TraceNames.site(site)
    let orphans = Set(left.filter(\.isOrphan).compactMap(\.ownerType))
    let owners = Set(left.compactMap(\.ownerType))
    // Where owners are tracked, a subscription without an owner should have ended with one of them.
    let isUnowned = owners.isEmpty && !survivors.trackedTypes.isEmpty
    return [
      finding(
        orphans.isEmpty && !isUnowned ? .growing : .orphan, .subscription, place, surplus,
        owner: list(orphans.isEmpty ? owners : orphans), subject: subject(of: site),
        details: isUnowned ? ["Tracked in the same runs: \(list(survivors.trackedTypes) ?? "")."] : [],
        advice: advice(for: site))
    ]
  }

  // MARK: Names of items

  private var keptValues: [String] {
    surplus.compactMap { item, surplus in
      guard case .values(let key, let written) = item else { return nil }
      let line = written == 0 ? "made at \(TraceNames.site(key.site))" : "written at \(TraceNames.site(written))"
      return "\(subject(of: item) ?? "a registry"), \(line), keeps \(surplus.count) more values."
    }.sorted()
  }

  private var keptRegistries: [String] {
    surplus.compactMap { item, surplus in
      switch item {
      case .registry(let key): (surplus.count, subject(of: item) ?? "registry", key.site)
      case .object(let key): (surplus.count, key.typeName, key.site)
      default: nil
      }
    }
    .map { "Also alive: \($0) \($1) made at \(TraceNames.site($2))." }.sorted()
  }

  private func list(_ types: Set<String>) -> String? { types.isEmpty ? nil : types.sorted().joined(separator: ", ") }

  /// What the subscriptions of a line subscribed to: its name or type, if it is the same for all of them.
  private func subject(of site: UInt32) -> String? {
    let labels = Set(survivors.made.lazy.filter { $0.site == site }.map(\.label)).subtracting([0])
    let known = labels.map(TraceNames.label)
    if let name = common(known.map(\.name)) { return "“\(name)”" }
    if let type = common(known.map(\.type)), !type.isEmpty { return type }
    guard known.isEmpty, let label = survivors.details.label(of: site).map(TraceNames.label) else { return nil }
    return label.name.map { "“\($0)”" } ?? (label.type.isEmpty ? nil : label.type)
  }

  /// The name of a registry or of what keeps values, if all that are counted together have the same; otherwise the
  /// type, as for all other objects.
  private func subject(of item: CountedItem) -> String? {
    switch item {
    case .registry(let key), .values(let key, _), .capacity(let key):
      let names = survivors.details.names[item] ?? []
      if let name = common(Array(names)) { return "“\(name)”" }
      return key.type == 0 ? nil : key.typeName
    case .object(let key): return key.typeName
    case .subscription, .ended, .owner: return nil
    }
  }

  /// A sentence with the names of what is counted together, if they differ.
  private func names(of item: CountedItem) -> [String] {
    let names = (survivors.details.names[item] ?? []).compactMap { $0 }.sorted()
    if names.count < 2 { return [] }
    let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
    return ["Their names: \(names.prefix(3).map { "“\($0)”" }.joined(separator: ", "))\(rest)."]
  }

  private func common<Value: Equatable>(_ values: [Value?]) -> Value? {
    guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  private func advice(for site: UInt32) -> LeakFinding.Advice? {
    survivors.made.first { $0.site == site }?.form.flatMap { LeakFinding.Advice($0) }
  }

  /// Returns the line of an item, by which items are sorted.
  static func place(of item: CountedItem) -> String {
    switch item {
    case .owner(let key): "\(key.site) \(key.type)"
    case .subscription(let site), .ended(let site): "\(TraceNames.site(site))"
    case .registry(let key), .object(let key), .values(let key, _), .capacity(let key): "\(TraceNames.site(key.site))"
    }
  }

  private func finding(
    _ kind: LeakFinding.Kind, _ cause: LeakFinding.Cause, _ site: TraceSite, _ surplus: RunCounts.Surplus,
    owner: String? = nil, subject: String? = nil, others: [String] = [], details: [String] = [],
    advice: LeakFinding.Advice? = nil
  ) -> LeakFinding {
    LeakFinding(
      kind: kind, cause: cause, file: site.fileID, line: Int(site.line), owner: owner, subject: subject,
      count: surplus.count, firstCycle: surplus.firstCycle, others: others, details: details, advice: advice)
  }
}

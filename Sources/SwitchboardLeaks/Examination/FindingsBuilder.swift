internal import SwitchboardTracing

/// Translates the remains, and the results of the experiments, into findings.
struct FindingsBuilder {
  /// What the last census found besides the counts.
  struct Details {
    /// The registry that contains the subscriptions of a line. Of several registries, the oldest that is no part of
    /// another object is taken, because the order of the census has no meaning.
    private var registries: [UInt32: (isPart: Bool, number: UInt32, label: UInt32)] = [:]
    /// The capacity and count of a registry with too much memory.
    var capacity: [RegistryKey: (capacity: Int, count: Int)] = [:]

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

  let surplus: [Thing: Ledger.Surplus]
  let blame: Blame?
  let made: [MadeSubscription]
  let trackedTypes: Set<String>
  let details: Details

  /// Returns the findings in the order of lines.
  func findings() -> [LeakFinding] {
    var findings: [LeakFinding] = []
    for (thing, surplus) in surplus { findings += self.findings(thing, surplus) }
    return findings.sorted { ($0.file, $0.line, $0.summary) < ($1.file, $1.line, $1.summary) }
  }

  private func findings(_ thing: Thing, _ surplus: Ledger.Surplus) -> [LeakFinding] {
    switch thing {
    case .owner(let key): held(thing, surplus, type: key.type, at: key.site)
    case .registry(let key): registry(thing, key, surplus)
    case .subscription(let site): subscription(site, surplus)
    case .ended(let site): [finding(.growing, .ended, TraceNames.site(site), surplus, subject: subject(of: site))]
    case .values(let key):
      [finding(.growing, .values, TraceNames.site(key.site), surplus, subject: name(key.label))]
    case .capacity(let key):
      [
        finding(
          .capacity, .capacity, TraceNames.site(key.site), surplus, subject: name(key.label),
          details: details.capacity[key].map {
            ["The registry has room for \($0.capacity) subscriptions and holds \($0.count)."]
          }
            ?? [])
      ]
    }
  }

  private func held(_ thing: Thing, _ surplus: Ledger.Surplus, type: String, at site: TraceSite) -> [LeakFinding] {
    if blame?.heldElsewhere.contains(thing) == true {
      let lines = Set(made.map(\.site)).map { "\(TraceNames.site($0))" }.sorted()
      return [
        finding(.retained, .elsewhere, site, surplus, owner: type, others: lines, details: keptValues + keptRegistries)
      ]
    }
    if let guilty = blame?.guilty[thing] { return culprits(guilty, .closure, surplus, type) }
    if let guilty = blame?.together[thing] {
      return culprits(guilty, guilty.count == 1 ? .closure : .closures, surplus, type)
    }
    return [finding(.retained, .notReproduced, site, surplus, owner: type)]
  }

  private func culprits(
    _ sites: [UInt32], _ cause: LeakFinding.Cause, _ surplus: Ledger.Surplus, _ owner: String
  ) -> [LeakFinding] {
    sites.map { site in
      finding(
        .retained, cause, TraceNames.site(site), surplus, owner: owner, subject: subject(of: site),
        others: sites.filter { $0 != site }.map { "\(TraceNames.site($0))" })
    }
  }

  /// Returns the findings about a registry. A registry that the code made counts as an owner, unless a tracked owner
  /// explains why the registry is alive.
  private func registry(_ thing: Thing, _ key: RegistryKey, _ surplus: Ledger.Surplus) -> [LeakFinding] {
    let owners = self.surplus.keys.filter { if case .owner = $0 { true } else { false } }
    if blame?.heldElsewhere.contains(thing) == true {
      if owners.contains(where: { blame?.heldElsewhere.contains($0) == true }) { return [] }
      return [finding(.growing, .elsewhere, TraceNames.site(key.site), surplus, owner: name(key.label))]
    }
    let explained = Set(owners.flatMap { (blame?.guilty[$0] ?? []) + (blame?.together[$0] ?? []) })
    let guilty = (blame?.guilty[thing] ?? []) + (blame?.together[thing] ?? [])
    // If no subscription is guilty, the experiments made no such registry. So it was made once, as a global is.
    if explained.isSuperset(of: guilty) { return [] }
    return held(thing, surplus, type: name(key.label) ?? "registry", at: TraceNames.site(key.site))
  }

  private func subscription(_ site: UInt32, _ surplus: Ledger.Surplus) -> [LeakFinding] {
    if let blame {
      // A subscription that holds an owner is named in the finding about that owner. A subscription that is left after
      // the guilty ones were disposed is a leak itself. If an owner is held from elsewhere, its subscriptions are as
      // they should be.
      if blame.allGuilty.contains(site) { return [] }
      if !blame.allGuilty.isEmpty, !blame.leftover.contains(site) { return [] }
      if blame.heldElsewhere.contains(where: { if case .owner = $0 { true } else { false } }) { return [] }
    }
    let left = made.filter { $0.site == site }
    let place = TraceNames.site(site)
    if left.contains(where: \.isOrphan) {
      let types = Set(left.filter(\.isOrphan).compactMap(\.ownerType))
      return [finding(.orphan, .subscription, place, surplus, owner: list(types), subject: subject(of: site))]
    }
    if left.allSatisfy({ $0.ownerType == nil }), !trackedTypes.isEmpty {
      return [finding(.orphan, .subscription, place, surplus, owner: list(trackedTypes), subject: subject(of: site))]
    }
    return [
      finding(
        .growing, .subscription, place, surplus, owner: list(Set(left.compactMap(\.ownerType))),
        subject: subject(of: site))
    ]
  }

  // MARK: Names of things

  private var keptValues: [String] {
    surplus.compactMap { thing, surplus in
      guard case .values(let key) = thing else { return nil }
      let subject = name(key.label) ?? "a registry"
      return "\(subject), made at \(TraceNames.site(key.site)), keeps \(surplus.count) more values."
    }.sorted()
  }

  private var keptRegistries: [String] {
    surplus.compactMap { thing, surplus in
      guard case .registry(let key) = thing else { return nil }
      return "Also alive: \(surplus.count) \(name(key.label) ?? "registry") made at \(TraceNames.site(key.site))."
    }.sorted()
  }

  private func list(_ types: Set<String>) -> String? { types.isEmpty ? nil : types.sorted().joined(separator: ", ") }

  private func subject(of site: UInt32) -> String? {
    let own = made.first { $0.site == site }?.label ?? 0
    return name(own) ?? details.label(of: site).flatMap(name)
  }

  private func name(_ label: UInt32) -> String? {
    let label = TraceNames.label(label)
    return label.name.map { "“\($0)”" } ?? (label.type.isEmpty ? nil : label.type)
  }

  /// Returns the line of a thing, by which things are sorted.
  static func place(of thing: Thing) -> String {
    switch thing {
    case .owner(let key): "\(key.site) \(key.type)"
    case .subscription(let site), .ended(let site): "\(TraceNames.site(site))"
    case .registry(let key), .values(let key), .capacity(let key): "\(TraceNames.site(key.site))"
    }
  }

  private func finding(
    _ kind: LeakFinding.Kind, _ cause: LeakFinding.Cause, _ site: TraceSite, _ surplus: Ledger.Surplus,
    owner: String? = nil, subject: String? = nil, others: [String] = [], details: [String] = []
  ) -> LeakFinding {
    LeakFinding(
      kind: kind, cause: cause, file: site.fileID, line: Int(site.line), owner: owner, subject: subject,
      count: surplus.count, firstCycle: surplus.firstCycle, others: others, details: details)
  }
}

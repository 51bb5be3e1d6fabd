internal import SwitchboardTracing

/// Makes findings of what is left, and of what the experiments showed.
struct Verdict {
  /// What the last census saw besides the counts.
  struct Details {
    /// What the subscriptions of a line are in: of several registries the oldest that is no part of something else, since
    /// the census comes to them in no order that means anything.
    private var registries: [UInt32: (isPart: Bool, number: UInt32, label: UInt32)] = [:]
    /// Capacity and count of a registry with too much memory.
    var capacity: [RegistryKey: (capacity: Int, count: Int)] = [:]

    mutating func note(_ entry: CensusEntry, of line: UInt32) {
      let isPart = entry.site == 0
      if let known = registries[line], (known.isPart ? 1 : 0, known.number) < (isPart ? 1 : 0, entry.registry) {
        return
      }
      registries[line] = (isPart, entry.registry, entry.label)
    }

    /// The label of what the subscriptions of a line are in.
    func label(of line: UInt32) -> UInt32? { registries[line]?.label }
  }

  let surplus: [Thing: Ledger.Surplus]
  let blame: Blame?
  let made: [MadeSubscription]
  let trackedTypes: Set<String>
  let details: Details

  /// In the order of lines.
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
          details: details.capacity[key].map { ["It has room for \($0.capacity) subscriptions and holds \($0.count)."] }
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

  /// A registry that the code made is an owner like any other, unless one that was tracked explains why it is alive.
  private func registry(_ thing: Thing, _ key: RegistryKey, _ surplus: Ledger.Surplus) -> [LeakFinding] {
    let owners = self.surplus.keys.filter { if case .owner = $0 { true } else { false } }
    if blame?.heldElsewhere.contains(thing) == true {
      if owners.contains(where: { blame?.heldElsewhere.contains($0) == true }) { return [] }
      return [finding(.growing, .elsewhere, TraceNames.site(key.site), surplus, owner: name(key.label))]
    }
    let explained = Set(owners.flatMap { (blame?.guilty[$0] ?? []) + (blame?.together[$0] ?? []) })
    let guilty = (blame?.guilty[thing] ?? []) + (blame?.together[thing] ?? [])
    // Nobody's guilt: the runs that looked for it made none, so it was made once, as a global is.
    if explained.isSuperset(of: guilty) { return [] }
    return held(thing, surplus, type: name(key.label) ?? "registry", at: TraceNames.site(key.site))
  }

  private func subscription(_ site: UInt32, _ surplus: Ledger.Surplus) -> [LeakFinding] {
    if let blame {
      // Who holds an owner is named for that. Who is left when those are gone has leaked on its own account; if an owner is
      // held from elsewhere, its subscriptions are as they should be.
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

  // MARK: What things are called

  private var keptValues: [String] {
    surplus.compactMap { thing, surplus in
      guard case .values(let key) = thing else { return nil }
      let subject = name(key.label) ?? "a registry"
      return "\(subject), made at \(TraceNames.site(key.site)), keeps \(surplus.count) values more."
    }.sorted()
  }

  private var keptRegistries: [String] {
    surplus.compactMap { thing, surplus in
      guard case .registry(let key) = thing else { return nil }
      return "Alive with it: \(surplus.count) \(name(key.label) ?? "registry") made at \(TraceNames.site(key.site))."
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

  /// The line that a thing is known by.
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

internal import SwitchboardBroadcast
internal import SwitchboardSignals
internal import SwitchboardTracing

/// What the runs of a check have left behind.
struct Survivors {
  private let census: CensusScope
  /// The subscriptions of the counted runs that are still alive.
  private(set) var made: [MadeSubscription] = []
  /// The subscriptions of the repeated runs that are still alive.
  private(set) var repeated: [MadeSubscription] = []
  private var objects: [CensusScope.MadeObject] = []
  /// The tracked owners of the counted runs that are still alive, each with the index of its key.
  private var owners: [(owner: TrackedOwner, key: Int)] = []
  private var ownerKeys: [OwnerKey] = []
  /// The number of the last run whose owners were collected.
  private var lastRun = 0
  /// The types of the owners that the runs tracked.
  private(set) var trackedTypes: Set<String> = []
  private(set) var details = FindingsBuilder.Details()
  /// Whether the last count lacks the values of a registry, because the registry was delivering.
  private(set) var hasUnknownValues = false

  init(_ census: CensusScope) { self.census = census }

  /// Collects what `scope`, a counted run, has left. May be called again, when other threads have released more.
  ///
  /// - Parameter isPatient: Whether to look several times at owners that are alive. Another thread may have loaded an
  ///   owner for a moment.
  mutating func collect(_ scope: LeakScope, isPatient: Bool) {
    made += collect()
    owners.removeAll { !$0.owner.isAlive }
    if scope.runNumber == lastRun { return }
    lastRun = scope.runNumber
    let tracked = scope.owners
    trackedTypes.formUnion(tracked.lazy.map(\.key.type))
    for owner in isPatient ? tracked.confirmedAlive() : tracked where owner.isAlive {
      let key = ownerKeys.firstIndex(of: owner.key) ?? ownerKeys.count
      if key == ownerKeys.count { ownerKeys.append(owner.key) }
      owners.append((owner, key))
    }
  }

  /// Collects what a run has left that only shows whether items go on growing.
  mutating func collectRepeated() { repeated += collect() }

  private mutating func collect() -> [MadeSubscription] {
    LeakProbe.sweep()
    let left = census.takeRecorded().compactMap(MadeSubscription.init)
    made.removeAll { !$0.isAlive }
    repeated.removeAll { !$0.isAlive }
    objects += census.takeObjects()
    objects.removeAll { !$0.isAlive }
    return left
  }

  mutating func count() -> [CountedItem: Int] {
    var counts: [CountedItem: Int] = [:]
    for subscription in made + repeated { counts[.subscription(site: subscription.site), default: 0] += 1 }
    var alive = Array(repeating: 0, count: ownerKeys.count)
    for owner in owners { alive[owner.key] += 1 }
    for (key, count) in zip(ownerKeys, alive) where count > 0 { counts[.owner(key)] = count }
    countRegistries(&counts)
    func count(_ item: CountedItem, _ more: Int, named name: String?) {
      counts[item, default: 0] += more
      details.names[item, default: []].insert(name)
    }
    for object in objects { count(.object(.made(site: object.site, type: object.type)), 1, named: object.name) }
    for kept in LeakProbe.keepers(countingFor: census) {
      let key = RegistryKey(kept.number, site: kept.site, type: kept.type, isOurs: kept.scope == census.number)
      for (written, values) in kept.counts where values > 0 {
        count(.values(key, written: written), values, named: kept.name)
      }
    }
    return counts
  }

  private mutating func countRegistries(_ counts: inout [CountedItem: Int]) {
    let concerned = census.recordedRegistries
    var parts: [UInt32: Int] = [:]
    details = FindingsBuilder.Details()
    hasUnknownValues = false
    for entry in LeakProbe.registries {
      var lines: Set<UInt32> = []
      for place in entry.places where place.scope == census.number {
        lines.insert(place.site)
        if place.isDisposed {
          counts[.ended(site: place.site), default: 0] += 1
        } else if place.isIndirect {
          parts[place.site, default: 0] += 1
        }
      }
      for line in lines { details.add(entry, of: line) }
      let isOurs = entry.scope == census.number
      guard isOurs || concerned.contains(entry.registry) else { continue }
      let key = RegistryKey(entry, scope: census.number)
      func count(_ item: CountedItem, _ more: Int = 1) {
        counts[item, default: 0] += more
        details.names[item, default: []].insert(TraceNames.label(entry.label).name)
      }
      if isOurs, entry.site != 0 { count(.registry(key)) }
      if entry.valueLimit == .max, entry.values == nil { hasUnknownValues = true }
      if entry.valueLimit == .max, let values = entry.values, values > 0 {
        // The values of an operator's registry belong to the line of its subscription.
        let line = entry.site == 0 ? entry.places.first?.site : nil
        count(.values(line.map { .made(site: $0, type: 0) } ?? key, written: 0), values)
      }
      if !entry.isBusy, entry.capacity > entry.capacityLimit {
        count(.capacity(key))
        details.capacity[key] = (entry.capacity, entry.places.count)
      }
    }
    // A chain's parts are counted only if the chain itself is no longer counted.
    for (site, count) in parts where counts[.subscription(site: site)] == nil {
      counts[.ended(site: site), default: 0] += count
    }
  }

  /// The number of live subscriptions by line.
  var lines: [String: Int] {
    var sites: [UInt32: Int] = [:]
    for subscription in made + repeated where subscription.isAlive { sites[subscription.site, default: 0] += 1 }
    return Dictionary(sites.map { ("\(TraceNames.site($0))", $1) }, uniquingKeysWith: +)
  }
}

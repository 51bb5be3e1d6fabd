internal import SwitchboardBroadcast
internal import SwitchboardSignals
internal import SwitchboardTracing

/// One check: runs of the code under check, the remains of each run, and the subscriptions to blame for them.
///
/// ```
/// begin ─▶ run ─▶ end      warm-up … then counted cycles … then one run for each experiment of `Blame`
/// ```
final class Examination {
  let census: CensusScope
  private let name: String
  private let cycles: Int
  private let warmup: Int

  private var runs = 0
  private var current: LeakScope?
  /// The tracked owners of the counted runs that are still alive, each with the index of its key.
  private var owners: [(owner: TrackedOwner, key: Int)] = []
  private var ownerKeys: [OwnerKey] = []
  /// The subscriptions of the counted runs that are still alive.
  private var made: [MadeSubscription] = []
  private var ledger = Ledger()
  private var blame: Blame?
  /// In an experiment: the subscriptions that were alive after its run, before all but the kept suspects were disposed.
  private var remains: [MadeSubscription] = []
  /// The registries that existed before the current run.
  private var known: Set<UInt32> = []
  /// The types of the owners that the runs tracked.
  private var trackedTypes: Set<String> = []
  private var hopsInFlight = 0
  private var details = FindingsBuilder.Details()

  init(name: String, cycles: Int, warmup: Int) throws {
    guard LeakProbe.isAvailable else { throw LeakDetectorError.needsTracing }
    require(cycles >= 1, "a leak check needs at least one cycle, not \(cycles)")
    require(warmup >= 0, "a leak check cannot warm up a negative number of times; use 0 or more")
    (self.name, self.cycles, self.warmup) = (name, cycles, warmup)
    census = CensusScope()
  }

  func close() { census.close() }

  func failure(_ error: any Error, _ scope: LeakScope) -> any Error {
    error is CancellationError ? error : LeakDetectorError.bodyFailed(run: scope.runNumber, reason: "\(error)")
  }

  /// Begins the next run. Returns nil if no further run is needed.
  func begin() -> LeakScope? {
    if runs == 0, warmup == 0 { ledger.setBaseline([:]) }
    if runs == warmup + cycles, blame == nil { blame = makeBlame() }
    if let blame {
      if blame.kept == nil { return nil }
      // Only experiments need to know which registries are new.
      known = Set(LeakProbe.registries.map(\.registry))
    } else if runs >= warmup + cycles {
      return nil
    }
    runs += 1
    current = LeakScope(census, run: runs)
    return current
  }

  /// Disposes the subscriptions that an experiment does not keep. Called when the run is over, after the check has
  /// waited for the work that the run left on its way.
  func dispose() {
    guard let blame else { return }
    SweptChains.shared.sweep()
    remains = census.takeRecorded().compactMap(MadeSubscription.init)
    let kept = blame.kept ?? []
    for subscription in remains where !kept.contains(subscription.site) { subscription.subscription?.dispose() }
  }

  /// Waits until tasks that were told to end have released what they hold. Waits only if an owner is alive and the
  /// current count is decisive.
  func letTasksEnd(isolation: isolated (any Actor)? = #isolation) async {
    guard isDecisive || blame != nil else { return }
    let clock = ContinuousClock()
    let begin = clock.now
    var looks = 0
    while current?.owners.contains(where: \.isAlive) == true {
      if looks >= 1000 {
        // Pending tasks take longer on a busy processor, and a task that ignores its cancellation never ends, so the
        // wait is limited. A task releases what it holds a moment after it is no longer pending.
        let time = clock.now - begin
        if time > (TaskEnd.arePending ? .seconds(2) : .milliseconds(200)) { return }
        // Sleeping leaves the processor to other threads.
        try? await Task.sleep(for: .milliseconds(1))
      } else {
        await Task.yield()
      }
      looks += 1
    }
  }

  private var isDecisive: Bool { runs <= warmup + 1 || runs == warmup + cycles }

  /// Counts the remains of the run.
  func end() {
    guard let scope = current else { return }
    current = nil
    SweptChains.shared.sweep()
    if blame != nil { return experiment(scope) }
    let left = census.takeRecorded().compactMap(MadeSubscription.init)
    made.removeAll { !$0.isAlive }
    made += left
    takeOver(scope.owners)
    let counts = count()
    if runs == warmup {
      ledger.setBaseline(counts)
    } else if runs > warmup {
      ledger.record(counts, cycle: runs - warmup)
    }
    hopsInFlight = QueueHops.inFlight
  }

  private func takeOver(_ tracked: [TrackedOwner]) {
    trackedTypes.formUnion(tracked.lazy.map(\.key.type))
    owners.removeAll { !$0.owner.isAlive }
    // In runs that are not decisive, an owner may be alive only because another thread has just loaded it. Such an
    // owner is found deallocated after the next run.
    for owner in isDecisive ? tracked.confirmedAlive() : tracked where owner.isAlive {
      let key = ownerKeys.firstIndex(of: owner.key) ?? ownerKeys.count
      if key == ownerKeys.count { ownerKeys.append(owner.key) }
      owners.append((owner, key))
    }
  }

  private func count() -> [Thing: Int] {
    var counts: [Thing: Int] = [:]
    for subscription in made { counts[.subscription(site: subscription.site), default: 0] += 1 }
    var alive = Array(repeating: 0, count: ownerKeys.count)
    for owner in owners { alive[owner.key] += 1 }
    for (key, count) in zip(ownerKeys, alive) where count > 0 { counts[.owner(key)] = count }
    let concerned = census.recordedRegistries
    var parts: [UInt32: Int] = [:]
    details = FindingsBuilder.Details()
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
      if isOurs, entry.site != 0 { counts[.registry(key), default: 0] += 1 }
      if entry.valueLimit == .max, let values = entry.values, values > 0 {
        counts[.values(key), default: 0] += values
      }
      if !entry.isBusy, entry.capacity > entry.capacityLimit {
        counts[.capacity(key), default: 0] += 1
        details.capacity[key] = (entry.capacity, entry.places.count)
      }
    }
    // A chain's parts are counted only if the chain itself is no longer counted.
    for (site, count) in parts where counts[.subscription(site: site)] == nil {
      counts[.ended(site: site), default: 0] += count
    }
    return counts
  }

  /// Returns the search for the subscriptions to blame, or nil if no owner and no registry leaked.
  private func makeBlame() -> Blame? {
    let targets = ledger.surplus.keys.filter { thing in
      switch thing {
      case .owner, .registry: true
      default: false
      }
    }
    if targets.isEmpty { return nil }
    var suspects: [UInt32] = []
    for site in made.sorted(by: { $0.id < $1.id }).map(\.site) where !suspects.contains(site) { suspects.append(site) }
    let sorted = targets.sorted { FindingsBuilder.place(of: $0) < FindingsBuilder.place(of: $1) }
    return Blame(targets: sorted, suspects: suspects)
  }

  private func experiment(_ scope: LeakScope) {
    let left = remains
    remains = []
    var alive = Set(scope.owners.confirmedAlive().map { Thing.owner($0.key) })
    for entry in LeakProbe.registries {
      if entry.scope == census.number, entry.site != 0, !known.contains(entry.registry) {
        alive.insert(.registry(RegistryKey(entry, scope: census.number)))
      }
    }
    blame?.record(Blame.Outcome(alive: alive, live: Set(left.filter(\.isAlive).map(\.site))))
    // The remains of an experiment are no leak.
    for subscription in left { subscription.subscription?.dispose() }
  }

  func report() -> LeakReport {
    let builder = FindingsBuilder(
      surplus: ledger.surplus, blame: blame, made: made, trackedTypes: trackedTypes, details: details)
    return LeakReport(
      name: name, cycles: cycles, warmup: warmup, findings: builder.findings(),
      left: linesOfWhatIsLeft,
      notes: hopsInFlight == 0
        ? []
        : [
          """
          \(hopsInFlight) events were on their way to the main actor during the count, and kept their handlers alive. \
          Use the asynchronous form of the check, which waits for such events.
          """
        ])
  }

  private var linesOfWhatIsLeft: [String: Int] {
    var sites: [UInt32: Int] = [:]
    for subscription in made where subscription.isAlive { sites[subscription.site, default: 0] += 1 }
    return Dictionary(sites.map { ("\(TraceNames.site($0))", $1) }, uniquingKeysWith: +)
  }
}

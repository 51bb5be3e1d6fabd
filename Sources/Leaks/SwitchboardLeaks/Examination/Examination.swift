internal import SwitchboardBroadcast
internal import SwitchboardSignals
internal import SwitchboardTracing

/// One check: runs of the code under check, the survivors of each run, and the subscriptions to blame for them.
///
/// ```
/// begin ─▶ run ─▶ end      warm-up … then counted cycles … then one run for each experiment of `Blame`
///                          … then runs that show whether what has grown goes on growing
/// ```
final class Examination {
  let census: CensusScope
  private let name: String
  private let cycles: Int
  private var warmup: Int
  private let confirms: Bool

  private let began = ContinuousClock.now
  private var phase = LeakProgress.Phase.counting
  private var runs = 0
  private var repetitions = 0
  /// Whether so much is left that the code did not run again.
  private var isCut = false
  private var current: LeakScope?
  private var survivors: Survivors
  private var runCounts = RunCounts()
  private var blame: Blame?
  /// In an experiment: the subscriptions that were alive after its run, before all but the kept suspects were disposed.
  private var remainsOfExperiment: [MadeSubscription] = []
  /// In an experiment: the registries that existed before its run.
  private var known: Set<UInt32> = []
  private var hops = Hops()
  /// Whether the check waits for tasks that were told to end. Once one of them has not obeyed, it does not.
  private var isPatient = true

  /// - Parameter confirms: Whether the first run is the warm-up if it leaves anything behind, and is followed by a
  ///   counted run. Otherwise it is the only counted run. Requires one cycle and no warm-up.
  init(name: String, cycles: Int, warmup: Int, confirms: Bool = false) throws {
    guard LeakProbe.isAvailable else { throw LeakDetectorError.needsTracing }
    require(cycles >= 1, "a leak check needs at least one cycle, not \(cycles)")
    require(warmup >= 0, "a leak check cannot warm up a negative number of times; use 0 or more")
    (self.name, self.cycles, self.warmup, self.confirms) = (name, cycles, warmup, confirms)
    census = CensusScope()
    survivors = Survivors(census)
  }

  func close() { census.close() }

  var progress: LeakProgress {
    LeakProgress(phase: phase, runs: runs, left: runCounts.growth, elapsed: .now - began)
  }

  func failure(_ error: any Error, _ scope: LeakScope) -> any Error {
    error is CancellationError ? error : LeakDetectorError.bodyFailed(run: scope.runNumber, reason: "\(error)")
  }

  /// Begins the next run. Returns nil if no further run is needed.
  func begin() -> LeakScope? {
    if runs == 0, warmup == 0 { runCounts.setBaseline([:]) }
    if phase == .counting, runs == warmup + cycles {
      phase = .blaming
      blame = makeBlame()
    }
    if phase == .blaming {
      // Only experiments need to know which registries are new.
      if blame?.kept == nil { phase = .repeating } else { known = Set(LeakProbe.registries.map(\.registry)) }
    }
    if phase == .repeating {
      guard mustRepeat else { return nil }
      repetitions += 1
    }
    runs += 1
    current = LeakScope(census, run: runs)
    return current
  }

  /// Disposes the subscriptions that an experiment does not keep. Called when the run is over, after the check has
  /// waited for the work that the run left on its way.
  func dispose() {
    guard phase == .blaming else { return }
    LeakProbe.sweep()
    remainsOfExperiment = census.takeRecorded().compactMap(MadeSubscription.init)
    let kept = blame?.kept ?? []
    for subscription in remainsOfExperiment where !kept.contains(subscription.site) {
      subscription.subscription?.dispose()
    }
  }

  /// Counts the survivors of the run.
  func end() {
    guard let scope = current else { return }
    current = nil
    switch phase {
    case .blaming: experiment(scope)
    case .repeating:
      survivors.collectRepeated()
      runCounts.watch(survivors.count())
    case .counting:
      survivors.collect(scope, isPatient: runs <= warmup + 1)
      let counts = survivors.count()
      if confirms, runs == 1, runCounts.exceedsBaseline(counts) { warmup = 1 }
      if runs == warmup {
        runCounts.setBaseline(counts)
      } else if runs > warmup {
        runCounts.record(counts, cycle: runs - warmup)
      }
      hops.note(for: census.number)
    }
  }

  /// Returns the search for the subscriptions to blame, or nil if no owner, registry or other object leaked.
  private func makeBlame() -> Blame? {
    let targets = builder.items.filter { item in
      switch item {
      case .owner, .registry, .object: true
      default: false
      }
    }
    if targets.isEmpty { return nil }
    var suspects: [UInt32] = []
    for site in survivors.made.sorted(by: { $0.id < $1.id }).map(\.site) where !suspects.contains(site) {
      suspects.append(site)
    }
    let sorted = targets.sorted { FindingsBuilder.place(of: $0) < FindingsBuilder.place(of: $1) }
    return Blame(targets: sorted, suspects: suspects)
  }

  private func experiment(_ scope: LeakScope) {
    let left = remainsOfExperiment
    remainsOfExperiment = []
    var alive = Set(scope.owners.confirmedAlive().map { CountedItem.owner($0.key) })
    for entry in LeakProbe.registries {
      if entry.scope == census.number, entry.site != 0, !known.contains(entry.registry) {
        alive.insert(.registry(RegistryKey(entry, scope: census.number)))
      }
    }
    for object in census.takeObjects() where object.isAlive {
      alive.insert(.object(.made(site: object.site, type: object.type)))
    }
    blame?.record(Blame.Outcome(alive: alive, live: Set(left.filter(\.isAlive).map(\.site))))
    // The survivors of an experiment are no leak.
    for subscription in left { subscription.subscription?.dispose() }
  }
}

// Another thread may be releasing an owner or delivering an event at the moment of a count. So before the check
// believes that something is left, it looks again for a while.
extension Examination {
  /// Looks at the survivors of the run, and again after a moment, until they count as they are.
  func look() {
    var looks = Looks()
    while let limit = limit(forTasks: false), looks.again(within: limit, atLeast: 100) { looks.block() }
  }

  /// Also waits until tasks that were told to end have released what they hold.
  func look(isolation: isolated (any Actor)? = #isolation) async {
    var looks = Looks()
    // A task releases what it holds a moment after it is no longer pending.
    while let limit = limit(forTasks: true), looks.again(within: limit, atLeast: 1000), !Task.isCancelled {
      await looks.suspend()
    }
    if TaskEnd.arePending(of: census.number) { isPatient = false }
  }

  /// The time after which the survivors count as they are; nil if no other thread or task can still release any.
  private func limit(forTasks: Bool) -> Duration? {
    guard let scope = current else { return nil }
    // Pending tasks take longer on a busy processor, and a task that ignores its cancellation never ends.
    let pending = forTasks && isPatient && TaskEnd.arePending(of: census.number)
    let tasks: Duration? = !forTasks ? nil : pending ? .seconds(2) : .milliseconds(200)
    let isLast = runs == warmup + cycles
    if phase == .counting, runs == warmup || isLast {
      survivors.collect(scope, isPatient: runs <= warmup + 1)
      let counts = survivors.count()
      if isLast, runCounts.exceedsBaseline(counts) { return max(tasks ?? .zero, .milliseconds(500)) }
      if survivors.hasUnknownValues { return max(tasks ?? .zero, .milliseconds(100)) }
      if isLast { return nil }
    }
    switch phase {
    case .counting: return runs <= warmup + 1 && scope.owners.contains(where: \.isAlive) ? tasks : nil
    case .blaming: return scope.owners.contains(where: \.isAlive) || forTasks && madeSomething ? tasks : nil
    case .repeating: return pending ? tasks : nil
    }
  }

  /// Whether an object or a registry that the run of an experiment made is alive.
  private var madeSomething: Bool {
    census.hasLiveObjects
      || LeakProbe.registries.contains {
        $0.scope == census.number && $0.site != 0 && !known.contains($0.registry)
      }
  }

  /// Waits for work of the code under check that is on its way to a queue or a task.
  func waitForHops(isolation: isolated (any Actor)? = #isolation) async { await hops.wait(for: census.number) }
}

// What grows in the counted cycles may be a cache with a limit. Further runs show whether it goes on growing.
extension Examination {
  /// The number of runs, counted cycles included, after which what still grows is a leak.
  private static let runsToLevelOff = 20
  /// The number of items that are left above which no further run adds more.
  private static let mostLeft = 100_000

  private var mustRepeat: Bool {
    guard warmup > 0, cycles + repetitions < Self.runsToLevelOff,
      builder.findings().contains(where: { $0.finding.isGrowth && !runCounts.levelsOff($0.item) })
    else { return false }
    isCut = runCounts.growth > Self.mostLeft
    return !isCut
  }

  func report() -> LeakReport {
    var notes: [String] = []
    var findings: [LeakFinding] = []
    for (item, finding) in builder.findings() {
      if warmup > 0, finding.isGrowth, runCounts.levelsOff(item) {
        notes.append("\(finding.growth) grew and then levelled off, so this is no leak.")
      } else if warmup == 0, finding.isGrowth, finding.cause == .notReproduced, finding.count == 1 {
        notes.append("\(finding.growth) grew only once, so this is no leak.")
      } else {
        findings.append(finding)
      }
    }
    endRepetitions()
    if isCut {
      notes.append(
        """
        \(runCounts.growth) more things are left, so no further run has shown whether what has grown would level off, \
        as a cache does.
        """)
    }
    notes += hops.notes
    return LeakReport(
      name: name, cycles: cycles, warmup: warmup, findings: findings, left: survivors.lines, notes: notes)
  }

  /// Ends the leaked subscriptions of the repeated runs, because only those of the counted runs stay. A subscription
  /// that levels off stays: it is not a leak, so the program still uses it.
  private func endRepetitions() {
    let surplus = runCounts.surplus
    for subscription in survivors.repeated {
      let item = CountedItem.subscription(site: subscription.site)
      if surplus[item] != nil, !runCounts.levelsOff(item) { subscription.subscription?.dispose() }
    }
  }

  private var builder: FindingsBuilder {
    FindingsBuilder(surplus: runCounts.surplus, blame: blame, survivors: survivors)
  }
}

import AllocatorStatistics
import BenchmarkHarness
import BenchmarkResults

/// One run: memory first, then times, then instructions; each in a pass of its own, so that none disturbs another.
struct StorageRun {
  let selection: Selection
  let options: StorageBenchmark
  private let progress = ProgressLine()

  private var rounds: Int { options.rounds ?? (options.quick ? 7 : 21) }

  init(selection: Selection, options: StorageBenchmark) {
    self.selection = selection
    self.options = options
  }

  func results() -> Results {
    Interruption.install()
    let (statistics, identity) = AllocatorStatistics.checked()
    explain(identity)
    let environment = Environment.current(flags: flags, allocator: identity)
    var cells = selection.sizes.flatMap { n in
      selection.pairs.map { CallgrindRun.Key(workload: $0.workload, candidate: $0.candidate.name, n: n) }
    }
    // Sizes vary fastest: whoever reads the file finds a curve in one piece.
    cells.sort { order($0) < order($1) }
    var table = MeasurementTable(cells)

    if let statistics {
      table.selfCheck = statistics.mallocsPerKnownAllocation()
      measureMemory(cells, statistics, &table)
    }
    if !options.exactOnly { measureTime(cells, &table) }
    if !options.noInstructions, !Interruption.isRequested { countInstructions(cells, &table) }
    progress.clear()
    if let statistics { explain(statistics.snapshot()) }
    return Results(
      partial: Interruption.isRequested, environment: environment, measurements: table.measurements)
  }

  private func order(_ key: CallgrindRun.Key) -> (Int, Int, Int) {
    (
      Workload.allCases.firstIndex(of: key.workload) ?? 0, Candidate.all.firstIndex { $0.name == key.candidate } ?? 0,
      key.n
    )
  }

  private func candidate(_ key: CallgrindRun.Key) -> Candidate? { Candidate.all.first { $0.name == key.candidate } }

  private func measureMemory(
    _ cells: [CallgrindRun.Key], _ statistics: AllocatorStatistics, _ table: inout MeasurementTable
  ) {
    progress.begin()
    for (index, key) in cells.enumerated() where !Interruption.isRequested {
      progress.show(done: index, of: cells.count, "measuring memory: \(key)")
      if let figures = candidate(key)?.memory(key.workload, key.n, statistics) { table.set(figures, for: key) }
    }
  }

  private func measureTime(_ cells: [CallgrindRun.Key], _ table: inout MeasurementTable) {
    let harness = Harness(
      rounds: rounds, calibration: Calibration(target: options.quick ? 300_000 : 1_000_000), seed: options.seed)
    progress.begin()
    let outcome = harness.run(
      cells.compactMap { candidate($0)?.cell($0.workload, $0.n, options.seed) }, progress: progress)
    for (key, statistics) in zip(cells, outcome.statistics) {
      if let statistics { table.set(statistics, for: key) }
    }
  }

  /// At one middle size, where fixed costs no longer show, and one send to a single subscriber, where they do.
  private func countInstructions(_ cells: [CallgrindRun.Key], _ table: inout MeasurementTable) {
    guard let middle = selection.sizes.last(where: { $0 <= 1024 }) ?? selection.sizes.first else { return }
    let keys = cells.filter { key in
      let isCounted = key.workload.isSend || [.subscribe, .unsubscribeRandom, .churn].contains(key.workload)
      return isCounted && (key.n == middle || key.n == 1 && key.workload == .sendFresh)
    }
    guard !keys.isEmpty else { return }
    do {
      for (key, figures) in try CallgrindRun(keys: keys).run(progress: progress) ?? [:] {
        table.set(figures, for: key)
      }
    } catch {
      progress.note("\(error)")
    }
  }

  private var flags: String {
    #if DEBUG
      let build = "debug build: times mean nothing"
    #else
      let build = "swift build -c release"
    #endif
    return options.exactOnly ? build : "\(build); \(rounds) rounds, seed \(options.seed)"
  }

  private func explain(_ identity: AllocatorStatistics.Identity) {
    switch identity.selfCheck {
    case .passed: break
    case .failed:
      progress.note("jemalloc does not see this process's allocations: no memory figures. Is a sanitizer on?")
    case .unavailable:
      progress.note(
        """
        Built without jemalloc: no memory figures. On Debian and Ubuntu: apt-get install libjemalloc-dev, then build \
        again.
        """)
    }
  }

  private func explain(_ totals: AllocatorStatistics.Snapshot) {
    func megabytes(_ bytes: Int) -> String { "\((Double(bytes) / 1e5).rounded() / 10) MB" }
    progress.note(
      """
      jemalloc at the end: \(megabytes(totals.allocated)) allocated, \(megabytes(totals.active)) active, \
      \(megabytes(totals.resident)) resident, \(megabytes(totals.metadata)) metadata, \(megabytes(totals.mapped)) \
      mapped, \(megabytes(totals.retained)) retained
      """)
  }
}

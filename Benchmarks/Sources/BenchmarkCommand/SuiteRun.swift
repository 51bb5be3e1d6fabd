import AllocatorStatistics
import BenchmarkHarness
import BenchmarkReport
import BenchmarkResults
import SubscriberWorkloads

/// One run: memory first, then lives, then times, then trials, then instructions. Each has its own pass, so that none
/// disturbs another.
struct SuiteRun {
  struct Outcome {
    let results: Results
    /// The results of the program of `--against`.
    let against: Results?
    /// A description of each failed check.
    let failures: [String]
  }

  let environment: Environment
  private let suite: Suite
  /// The cells whose memory and times are measured.
  private let cells: [CellName]
  /// The cells whose instructions are counted besides those that the suite chooses.
  private let growthCells: [CellName]
  private let options: MeasurementOptions
  private let statistics: AllocatorStatistics?
  private let progress: ProgressLine
  /// The cells in all settings in which they are measured.
  private let keys: [TimingPass.Key]
  private let lives: (candidates: [String], peak: Int, allocators: [AllocatorLibrary])
  /// What the run answers, and then stops; nil for a run that measures everything.
  private let plan: AnswerPlan?

  /// Throws if an allocator was asked for that is not there.
  init(suite: Suite, selection: Selection, options: MeasurementOptions) throws {
    let (statistics, identity) = AllocatorStatistics.checked()
    self.suite = suite
    growthCells = options.answer ? [] : selection.counted
    self.options = options
    self.statistics = statistics
    progress = ProgressLine(step: options.step)
    let allocators = try options.chosenAllocators()
    // Two versions are compared in one setting.
    let others = options.against == nil ? ProcessSetting.others(allocators) : []
    // Resident memory is not an exact figure.
    let isLifeMeasured = !options.exactOnly && options.against == nil && !options.answer
    lives = (isLifeMeasured ? selection.lives : [], selection.peak, [.current] + allocators.filter { $0 != .current })
    let all = selection.all.flatMap { cell in
      let isCrossed = options.full || suite.isHeadline?(cell) ?? false
      return ([.base] + (isCrossed ? others : [])).map { TimingPass.Key(cell: cell, setting: $0) }
    }
    if options.answer {
      let plan = AnswerPlan(suite, all, seed: options.seed)
      (self.plan, keys) = (plan, plan.keys)
      cells = selection.cells.filter(Set(keys.map(\.cell)).contains)
    } else {
      // Two versions of the code are compared by what users do, not by planted differences.
      let leavesOutPlanted = options.against != nil
      func isMeasured(_ cell: CellName) -> Bool { !(leavesOutPlanted && PlantedCandidate.isPlanted(cell.candidate)) }
      (plan, keys) = (nil, all.filter { isMeasured($0.cell) })
      cells = selection.cells.filter(isMeasured)
    }
    environment = .current(flags: options.flags(suite.setting), allocator: identity)
    explain(identity)
  }

  func outcome() -> Outcome {
    Interruption.install()
    var table = MeasurementTable(suite)
    var failures: [String] = []
    if let statistics {
      table.selfCheck = statistics.mallocsPerKnownAllocation()
      failures = measureMemory(statistics, &table)
    }
    let lives = LifePass(suite: suite, n: lives.peak, seed: options.seed)
      .run(lives.candidates, on: lives.allocators, progress: progress)
    failures += lives.failures
    let other = options.against.map { OtherProgram(path: $0, suite: suite) }
    var otherTable = MeasurementTable(suite)
    if !options.exactOnly {
      let outcomes = measureTime(other)
      table.set(outcomes[0])
      failures += outcomes[0].failures
      if outcomes.count > 1 {
        otherTable.set(outcomes[1])
        failures += outcomes[1].failures.map { "the other program: \($0)" }
      }
    }
    failures += runTrials(&table)
    let problem = options.noInstructions || options.answer || Interruption.isRequested ? nil : countInstructions(&table)
    let against = other.flatMap { other -> Results? in
      if Interruption.isRequested { return nil }
      progress.show("counting in the other program")
      do {
        return try other.results(adding: otherTable.measurements(keys), options)
      } catch {
        failures.append("the other program: \(error)")
        return nil
      }
    }
    let exact = exactFiguresOfOtherBuilds()
    failures += exact.failures
    progress.clear()
    let measurements = table.measurements(keys).adding(exact: exact.rows)
    return Outcome(
      results: Results(
        partial: Interruption.isRequested, incomplete: missing(failures, problem), environment: environment,
        workloads: suite.descriptions, measurements: measurements,
        memoryLives: lives.lives),
      against: against, failures: failures + suite.failures(measurements))
  }

  /// Returns what the run could not get, each a sentence.
  ///
  /// - Parameter problem: Why no instructions were counted.
  private func missing(_ failures: [String], _ problem: String?) -> [String] {
    var missing = suite.gaps + failures.map { "Not measured: \($0)." }
    if Interruption.isRequested { missing.append(Results.interruption(of: suite.name)) }
    if statistics == nil {
      missing.append("Memory was not measured, because this process has no working jemalloc.")
    }
    if let problem { missing.append("\(problem).") }
    let isVaried = options.terse && !options.quick && !options.exactOnly && options.against == nil
    if isVaried, options.programLayouts.isEmpty, Looks.suites.contains(suite.name) {
      missing.append(
        """
        All processes have the functions of the program in one order, so what another order changes is in no interval \
        of \(suite.name).
        """)
    }
    if suite.isHeadline != nil, !options.quick, !options.exactOnly {
      missing += AllocatorLibrary.allCases.filter { !$0.isInstalled }.map {
        "Nothing was measured with \($0.rawValue), which is not installed (apt-get install \($0.package))."
      }
    }
    return missing
  }

  private func measureMemory(_ statistics: AllocatorStatistics, _ table: inout MeasurementTable) -> [String] {
    var failures: [String] = []
    progress.begin()
    for (index, cell) in cells.enumerated() where !Interruption.isRequested {
      progress.show(done: index, of: cells.count, "measuring memory: \(cell)")
      do throws(FailedCheck) {
        if let figures = try suite.measurable(cell)?.memory(cell.n, statistics) { table.set(figures, for: cell) }
      } catch {
        failures.append("\(cell): \(error)")
      }
    }
    return failures
  }

  /// Returns the outcome of this program, then that of the other one.
  private func measureTime(_ other: OtherProgram?) -> [TimingPass.Outcome] {
    var pass = TimingPass(
      suite: suite, processes: options.processCount, rounds: options.roundCount, target: options.target,
      seed: options.seed)
    if let other { pass.programs.append(other.program) }
    pass.layouts = options.programLayouts
    let timed = Set(cells)
    var plan = plan
    return pass.run(keys.filter { timed.contains($0.cell) }, progress: progress) { plan?.look(at: $0, progress) }
  }

  private func runTrials(_ table: inout MeasurementTable) -> [String] {
    let trials = cells.compactMap { cell -> (CellName, (Int) throws(FailedCheck) -> Trial?)? in
      guard let measurable = suite.measurable(cell), measurable.isTrialExact || !options.exactOnly else { return nil }
      return measurable.trial.map { (cell, $0) }
    }
    var failures: [String] = []
    progress.begin()
    for (index, (cell, trial)) in trials.enumerated() where !Interruption.isRequested {
      progress.show(done: index, of: trials.count, "trying: \(cell)")
      do throws(FailedCheck) {
        if let found = try trial(cell.n) { table.set(found, for: cell) }
      } catch {
        failures.append("\(cell): \(error)")
      }
    }
    return failures
  }

  /// Returns why the instructions could not be counted, or nil.
  private func countInstructions(_ table: inout MeasurementTable) -> String? {
    let chosen = suite.countedCells(cells)
    let added = growthCells.filter { !chosen.contains($0) }
    do {
      // In several processes, because regions change the heap in which later regions run. So the figures of growth do
      // not depend on other candidates.
      let curves = suite.candidates.map { candidate in added.filter { $0.candidate == candidate.name } }
      for part in [chosen] + curves {
        let counted = part.filter { suite.measurable($0)?.region($0.n) != nil }
        if counted.isEmpty || Interruption.isRequested { continue }
        for (cell, figures) in try CallgrindRun(suite: suite, cells: counted).run(progress: progress) ?? [:] {
          table.set(figures, for: cell)
        }
      }
      return nil
    } catch {
      progress.show("\(error)")
      return "\(error)"
    }
  }

  private func exactFiguresOfOtherBuilds() -> (rows: [Measurement], failures: [String]) {
    var (rows, failures): ([Measurement], [String]) = ([], [])
    for (candidate, path) in suite.otherBuilds.sorted(by: { $0.key < $1.key }) where !Interruption.isRequested {
      guard cells.contains(where: { $0.candidate == candidate }) else { continue }
      progress.show(done: 0, of: 1, "counting in the build \(candidate)")
      do {
        let exact = try OtherProgram.exactResults(of: path, options)
        rows += exact.measurements.filter { $0.candidate == candidate }
      } catch {
        if !Interruption.isRequested { failures.append("the build \(candidate): \(error)") }
      }
    }
    return (rows, failures)
  }

  private func explain(_ identity: AllocatorStatistics.Identity) {
    switch identity.selfCheck {
    case .passed: break
    case .failed:
      progress.show(
        "jemalloc does not see this process's allocations, so memory figures are missing; build without sanitizers")
    case .unavailable:
      progress.show(
        """
        jemalloc is not installed, so memory figures are missing. On Debian and Ubuntu: apt-get install \
        \(AllocatorLibrary.jemalloc.package)
        """)
    }
  }
}

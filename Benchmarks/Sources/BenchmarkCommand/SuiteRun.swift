import AllocatorStatistics
import BenchmarkHarness
import BenchmarkResults
import SubscriberWorkloads

/// One run: memory first, then times, then trials, then instructions. Each has its own pass, so that none disturbs
/// another.
struct SuiteRun {
  struct Outcome {
    let results: Results
    /// A description of each failed check.
    let failures: [String]
  }

  let environment: Environment
  private let suite: Suite
  private let cells: [CellName]
  private let options: MeasurementOptions
  private let statistics: AllocatorStatistics?
  private let progress = ProgressLine()

  init(suite: Suite, selection: Selection, options: MeasurementOptions) {
    let (statistics, identity) = AllocatorStatistics.checked()
    self.suite = suite
    cells = selection.cells
    self.options = options
    self.statistics = statistics
    environment = .current(flags: options.flags(suite.setting), allocator: identity)
    explain(identity)
  }

  func outcome() -> Outcome {
    Interruption.install()
    var table = MeasurementTable(suite, cells)
    var failures: [String] = []
    if let statistics {
      table.selfCheck = statistics.mallocsPerKnownAllocation()
      failures = measureMemory(statistics, &table)
    }
    if !options.exactOnly { failures += measureTime(&table) }
    failures += runTrials(&table)
    if !options.noInstructions, !Interruption.isRequested { countInstructions(&table) }
    progress.clear()
    if let statistics { explain(statistics.snapshot()) }
    return Outcome(
      results: Results(
        partial: Interruption.isRequested, environment: environment, workloads: suite.descriptions,
        measurements: table.measurements),
      failures: failures + suite.failures(table.measurements))
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

  private func measureTime(_ table: inout MeasurementTable) -> [String] {
    let harness = Harness(
      rounds: options.roundCount, calibration: Calibration(target: options.quick ? 300_000 : 1_000_000),
      seed: options.seed)
    let timed = cells.compactMap { suite.measurable($0)?.cell($0, options.seed) }
    progress.begin()
    let outcome = harness.run(timed, progress: progress)
    for (cell, statistics) in zip(timed, outcome.statistics) {
      if let statistics { table.set(statistics, for: cell.name) }
    }
    return zip(timed, outcome.failures).compactMap { cell, failure in failure.map { "\(cell.name): \($0)" } }
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

  private func countInstructions(_ table: inout MeasurementTable) {
    let counted = suite.countedCells(cells).filter { suite.measurable($0)?.region($0.n) != nil }
    guard !counted.isEmpty else { return }
    do {
      for (cell, figures) in try CallgrindRun(suite: suite, cells: counted).run(progress: progress) ?? [:] {
        table.set(figures, for: cell)
      }
    } catch {
      progress.show("\(error)")
    }
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
        This build has no jemalloc, so memory figures are missing. On Debian and Ubuntu: apt-get install \
        libjemalloc-dev, then build again.
        """)
    }
  }

  private func explain(_ totals: AllocatorStatistics.Snapshot) {
    func megabytes(_ bytes: Int) -> String { "\((Double(bytes) / 1e5).rounded() / 10) MB" }
    progress.show(
      """
      jemalloc at the end: \(megabytes(totals.allocated)) allocated, \(megabytes(totals.active)) active, \
      \(megabytes(totals.resident)) resident, \(megabytes(totals.metadata)) metadata, \(megabytes(totals.mapped)) \
      mapped, \(megabytes(totals.retained)) retained
      """)
  }
}

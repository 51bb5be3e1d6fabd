import AllocatorStatistics
import BenchmarkHarness
import BenchmarkReport
import BenchmarkResults
import Foundation

/// The timing of cells in many short processes. A process measures one group of cells, which are compared with each
/// other, in a few rounds.
///
/// Whatever a process has at random may make one candidate faster than another: addresses, pages, the order of
/// allocations. Rounds within a process cannot show this, so processes are what is repeated. The pass varies on purpose
/// what differs from process to process: the size of the environment, the place of the first allocations, the orders of
/// the subscribers that leave, and which groups were measured shortly before.
struct TimingPass {
  /// The samples of each cell, by process.
  struct Outcome {
    var samples: [Key: [[Double]]] = [:]
    /// A description of each group or cell that failed.
    var failures: [String] = []
  }

  struct Key: Hashable {
    let cell: CellName
    let setting: ProcessSetting

    /// The same place in the words of the results.
    var place: BenchmarkResults.Measurement.Identity {
      .init(
        suite: cell.suite, workload: cell.workload, candidate: cell.candidate, n: cell.n, heap: setting.heap.rawValue,
        allocator: setting.allocator.rawValue)
    }
  }

  /// The first argument of a measuring process.
  static let command = "measure-group"
  /// The variable that only makes the environment larger, which moves the stack.
  private static let padding = "SWITCHBOARD_BENCHMARK_PADDING"

  let suite: Suite
  /// The builds of the suite's program to measure: this program, and perhaps another version of it. Each group is
  /// measured in a process of each. The two processes form a pair: they share a processor and take turns, round by
  /// round, because the speed of a processor changes when another program begins or ends beside it.
  var programs = [ChildProcess.program]
  /// Copies of this program that were linked in other orders, one for each process in turn; empty to measure this
  /// program. The place of a function in a program decides more than many changes of the function.
  var layouts: [URL] = []
  let processes: Int
  let rounds: Int
  /// The nanoseconds that a sample should take.
  let target: Double
  let seed: UInt64

  /// What a run still needs.
  struct Need {
    var cells: Set<Key>
    /// What is open, for the line of progress.
    var open: String
  }

  /// The cells of one group in one setting.
  private struct Group {
    struct Identity: Hashable {
      let workload: String
      let n: Int
      let setting: ProcessSetting
    }

    let workload: String
    let n: Int
    let setting: ProcessSetting
    var cells: [CellName]

    var name: String { "\(workload), n = \(n)" }

    func isIn(_ cells: Set<Key>) -> Bool { self.cells.contains { cells.contains(Key(cell: $0, setting: setting)) } }
  }

  /// Measures the cells. After an ``Interruption``, finishes the process in progress and stops.
  ///
  /// - Parameter needed: Called after the first look, and then after each process, with the outcome of this program.
  ///   Returns what is still needed; nil for all.
  /// - Returns: One outcome per program, in the order of ``programs``.
  func run(_ keys: [Key], progress: ProgressLine, needed: (Outcome) -> Need? = { _ in nil }) -> [Outcome] {
    var outcomes = [Outcome](repeating: Outcome(), count: programs.count)
    var generator = SeededGenerator(seed: seed)
    let groups = groups(of: keys)
    var failed: Set<Int> = []
    var (active, open, done) = (Array(groups.indices), "", 0)
    progress.begin()
    for process in 1...processes {
      if process > Looks.first, let need = needed(outcomes[0]) {
        active = groups.indices.filter { groups[$0].isIn(need.cells) }
        open = "; open: \(need.open)"
        if active.isEmpty { break }
      }
      let total = done + active.count * (processes - process + 1)
      for index in active.shuffled(using: &generator) {
        if Interruption.isRequested { return outcomes }
        done += 1
        // A group that failed once would fail again, and say the same again.
        if failed.contains(index) { continue }
        progress.show(
          done: done - 1, of: total, isMost: !open.isEmpty,
          "process \(process) of \(processes): \(groups[index].name)\(open)")
        // Without a report of each program there is no pair.
        guard let reports = reports(on: groups[index], process, &outcomes, &generator) else {
          // Ctrl-C ends the measuring process too.
          if Interruption.isRequested { return outcomes }
          failed.insert(index)
          continue
        }
        for (program, report) in reports {
          for row in report.rows { add(row, of: groups[index], to: &outcomes[program]) }
        }
      }
    }
    _ = needed(outcomes[0])
    return outcomes
  }

  /// Measures a group in one process of each program, which take turns in random order. Returns nil if a process fails,
  /// and then adds a description of the failure to its program's outcome.
  private func reports(
    on group: Group, _ number: Int, _ outcomes: inout [Outcome], _ generator: inout SeededGenerator
  ) -> [(program: Int, report: ProcessReport)]? {
    let isPair = programs.count > 1
    let isBound = isPair && !suite.runsOnSeveralThreads(group.workload)
    let job = ProcessJob(
      workload: group.workload, n: group.n, candidates: group.cells.map(\.candidate), rounds: rounds, target: target,
      seed: generator.next(), heap: group.setting.heap,
      processor: isBound ? Processor.usable.randomElement(using: &generator) : nil, takesTurns: isPair)
    var environment = group.setting.environment
    environment[Self.padding] = String(repeating: "x", count: Int.random(in: 0..<4096, using: &generator))
    let order = programs.indices.shuffled(using: &generator)
    let started = order.map { program in
      Result { () throws(ChildProcess.Failure) in
        try ChildProcess(
          self.program(program, number), arguments: [Self.command, job.text] + suite.processArguments,
          environment: environment
        ).start()
      }
    }
    if isPair { Turn.take(started.compactMap { try? $0.get() }) }
    var reports: [(program: Int, report: ProcessReport)] = []
    for (program, process) in zip(order, started) {
      do throws(ChildProcess.Failure) {
        reports.append((program, try process.get().answer()))
      } catch {
        if !Interruption.isRequested {
          outcomes[program].failures.append("\(group.name), \(group.setting.description): \(error)")
        }
      }
    }
    return reports.count == programs.count ? reports : nil
  }

  /// Returns the program of a process: of this program, the next of its layouts.
  private func program(_ index: Int, _ process: Int) -> URL {
    index > 0 || layouts.isEmpty ? programs[index] : layouts[(process - 1) % layouts.count]
  }

  private func groups(of keys: [Key]) -> [Group] {
    var groups: [Group] = []
    var indices: [Group.Identity: Int] = [:]
    for key in keys where suite.measurable(key.cell)?.cell(key.cell, seed) != nil {
      let identity = Group.Identity(workload: key.cell.workload, n: key.cell.n, setting: key.setting)
      if let index = indices[identity] {
        groups[index].cells.append(key.cell)
      } else {
        indices[identity] = groups.count
        groups.append(Group(workload: key.cell.workload, n: key.cell.n, setting: key.setting, cells: [key.cell]))
      }
    }
    return groups
  }

  private func add(_ row: ProcessReport.Row, of group: Group, to outcome: inout Outcome) {
    let cell = CellName(suite: suite.name, workload: group.workload, candidate: row.candidate, n: group.n)
    let key = Key(cell: cell, setting: group.setting)
    if let failure = row.failure {
      // Each process finds the same failure.
      let description = "\(cell): \(failure)"
      if !outcome.failures.contains(description) { outcome.failures.append(description) }
    } else {
      outcome.samples[key, default: []].append(row.samples.map(Rounding.sample))
    }
  }

  /// Measures one group. Called in the process that was started for this.
  ///
  /// - Parameter suiteOf: Returns the suite, which depends on the arguments after the job.
  static func measureGroup(_ arguments: ArraySlice<String>, suiteOf: ([String]) throws -> Suite) {
    let text = arguments.first
    guard let job = text.flatMap(ProcessJob.init(text:)) else {
      StandardError.write("\(command) needs a job, which the program gives to the processes that it starts\n")
      exit(64)
    }
    let suite: Suite
    do {
      suite = try suiteOf(Array(arguments.dropFirst()))
    } catch {
      StandardError.write("\(error)\n")
      exit(66)
    }
    var generator = SeededGenerator(seed: job.seed)
    // Moves all later allocations, which the process otherwise makes at the same places each time. Never freed.
    _ = UnsafeMutableRawPointer.allocate(byteCount: 16 * Int.random(in: 1...4096, using: &generator), alignment: 16)
    job.heap.establish(seed: generator.next())
    let orders = generator.next()
    let names = job.candidates.map { CellName(suite: suite.name, workload: job.workload, candidate: $0, n: job.n) }
    let cells = names.compactMap { suite.measurable($0)?.cell($0, orders) }
    let run = GroupRun(rounds: job.rounds, calibration: Calibration(target: job.target), seed: generator.next())
    if let processor = job.processor { Processor.use(processor) }
    let outcomes = run.run(cells) {
      if job.takesTurns, !Turn.wait() { exit(70) }
    }
    let rows = zip(cells, outcomes).map { cell, outcome in
      ProcessReport.Row(candidate: cell.name.candidate, samples: outcome.samples, failure: outcome.failure)
    }
    do {
      FileHandle.standardOutput.write(try JSONEncoder().encode(ProcessReport(rows: rows)))
    } catch {
      StandardError.write("\(error)\n")
      exit(70)
    }
  }
}

extension ProcessSetting: CustomStringConvertible {
  var description: String { "\(heap.rawValue) heap, \(allocator.rawValue)" }
}

extension ProcessJob {
  fileprivate init?(text: String) {
    guard let job = try? JSONDecoder().decode(ProcessJob.self, from: Data(text.utf8)) else { return nil }
    self = job
  }

  /// The job as an argument of a process.
  fileprivate var text: String {
    // Encoding names and numbers cannot fail.
    (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

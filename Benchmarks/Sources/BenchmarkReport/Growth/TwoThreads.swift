import BenchmarkResults
import BenchmarkStatistics

/// The workloads that one thread and two threads run.
enum TwoThreads {
  /// The ending of the workloads whose n is the number of threads.
  static let ending = ".threads"
  /// The ending of the workloads that run on two threads, and without the ending on one thread.
  private static let pairEnding = ".two-threads"

  /// Whether n is a number of threads, not of subscribers.
  static func countsThreads(_ workload: String) -> Bool { workload.hasSuffix(ending) }

  /// Whether the mallocs of a row repeat from run to run. What several threads allocate depends on how they meet.
  static func hasExactMallocs(_ row: Measurement) -> Bool {
    row.suite != RuntimeSection.suite || !countsThreads(row.workload) || row.n == 1
  }

  /// Two sets of rows to compare.
  private struct Pair {
    let name: String
    let one, two: (workload: String, n: Int)
  }

  static func blocks(hiding controls: [String], in suite: SuiteMeasurements) -> [Block] {
    let pairs = pairs(in: suite)
    let candidates = suite.candidates.filter { candidate in
      !controls.contains(candidate) && pairs.contains { interval($0, candidate, in: suite) != nil }
    }
    let rows = pairs.compactMap { pair -> [String]? in
      let intervals = candidates.map { interval(pair, $0, in: suite) }
      return intervals.contains { $0 != nil } ? [pair.name] + intervals.map(Figure.interval) : nil
    }
    guard !rows.isEmpty else { return [] }
    return [
      .heading(3, "Two threads beside one"),
      .text(
        """
        The processor time of an operation while two threads work ÷ the time with one thread, with the 95 % interval \
        of another run. The two times come from different processes. At 1 the second thread doubles the work that is \
        done; at 2 the two threads together do no more than one. \(Markdown.code("floor-swift")) shares nothing that \
        is written, so its figure is the machine's own.
        """),
      .text(
        Markdown.table(
          ["two threads ÷ one"] + candidates.map(Markdown.code), rows)),
    ] + figures(hiding: controls, in: suite)
  }

  /// The times and the mallocs of one thread and of two threads.
  private static func figures(hiding controls: [String], in suite: SuiteMeasurements) -> [Block] {
    let rows = suite.workloads.filter(countsThreads).flatMap { workload in
      suite.timedCandidates(of: workload).filter { !controls.contains($0) }.map { candidate in
        let rows = [1, 2].map { suite.row(workload, candidate, $0) }
        return [Markdown.code(String(workload.dropLast(ending.count))), Markdown.code(candidate)]
          + rows.map { Figure.number($0?.median) } + rows.map { Figure.count($0?.mallocsPerOp) }
      }
    }
    guard !rows.isEmpty else { return [] }
    return [
      .text(
        """
        The same times in ns of processor time per operation, and the mallocs of all threads per operation. Mallocs of \
        two threads differ from run to run, because they depend on how the threads meet; without a second free core \
        they are n/a. Less than 0.005 reads 0.
        """),
      .text(
        Markdown.table(
          ["per operation", "candidate", "ns, 1 thread", "ns, 2 threads", "mallocs, 1 thread", "mallocs, 2 threads"],
          rows, textColumns: 2)),
    ]
  }

  private static func pairs(in suite: SuiteMeasurements) -> [Pair] {
    suite.workloads.flatMap { workload -> [Pair] in
      if countsThreads(workload) {
        return [
          Pair(
            name: Markdown.code(String(workload.dropLast(ending.count))), one: (workload, 1), two: (workload, 2))
        ]
      }
      guard workload.hasSuffix(pairEnding) else { return [] }
      let single = String(workload.dropLast(pairEnding.count))
      return suite.sizes(of: workload).map { n in
        Pair(
          name: "\(Markdown.code(workload)), \(Markdown.size(n))", one: (workload: single, n: n),
          two: (workload: workload, n: n))
      }
    }
  }

  private static func interval(_ pair: Pair, _ candidate: String, in suite: SuiteMeasurements) -> MeasuredInterval? {
    MeasuredInterval(
      suite.samples(pair.two.workload, candidate, pair.two.n),
      ofOtherProcessesThan: suite.samples(pair.one.workload, candidate, pair.one.n))
  }
}

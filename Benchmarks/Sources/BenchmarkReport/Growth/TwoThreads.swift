/// The workloads that one thread and two threads run.
enum TwoThreads {
  /// The ending of the workloads whose n is the number of threads.
  static let ending = ".threads"
  /// The ending of the workloads that run on two threads, and without the ending on one thread.
  private static let pairEnding = ".two-threads"

  /// Whether n is a number of threads, not of subscribers.
  static func countsThreads(_ workload: String) -> Bool { workload.hasSuffix(ending) }

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
          ["two threads ÷ one"] + candidates.map(Markdown.code), rows, source: "two-threads \(suite.suite)")),
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

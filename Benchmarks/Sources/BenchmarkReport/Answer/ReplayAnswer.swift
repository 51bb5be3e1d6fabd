import BenchmarkResults

/// The statements on recorded programs.
enum ReplayAnswer {
  static func lines(_ results: Results) -> [AnswerLine] {
    let comparisons = ReplayVerdict.comparisons(results)
    let workloads = comparisons.suite.workloads
    // The busiest registry of a program stands in the tables.
    return workloads.filter { name in !workloads.contains { name == ReplayedTrace.busiestWorkload($0) } }
      .compactMap { line($0, comparisons) }
  }

  /// Returns the statement on one program. The storages are often so close that chance decides which is the fastest, so
  /// the claim names another storage than that of the runtime only if the difference is large.
  private static func line(_ workload: String, _ comparisons: Comparisons) -> AnswerLine? {
    let own = StorageCandidates.control.of
    guard let verdict = ReplayVerdict(workload, in: comparisons), let n = comparisons.suite.sizes(of: workload).first
    else { return nil }
    let ratio = verdict.ratios.first { $0.storage == own }?.interval?.ratio ?? 1
    let choice =
      ratio < StorageAnswer.close
      ? "\(Markdown.code(own)); no other storage costs much less"
      : "\(Markdown.code(verdict.fastest)); \(Markdown.code(own)) costs much more"
    return AnswerLine(
      topic: "replay.\(workload)", claim: "For the recorded program \(Markdown.code(workload)): \(choice)",
      figures: StorageCandidates.main.filter { $0 != own }.compactMap { storage in
        AnswerFigure(
          "\(Markdown.code(storage)) ÷ \(Markdown.code(own)), \(Markdown.code(workload)), \(Markdown.size(n))",
          comparisons.interval(workload, storage, to: own, n))
      })
  }
}

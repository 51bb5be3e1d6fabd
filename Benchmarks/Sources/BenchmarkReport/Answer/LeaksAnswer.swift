import BenchmarkResults

/// The statement on leaks.
enum LeaksAnswer {
  static func lines(_ results: Results) -> [AnswerLine] {
    let verdicts = LeakVerdicts(results.measurements)
    guard !verdicts.all.isEmpty else { return [] }
    let claim =
      verdicts.broken.isEmpty
      ? "Memory does not grow where nothing leaks, and grows where something leaks"
      : "Live bytes are not as expected in \(Markdown.list(verdicts.broken))"
    return [AnswerLine(topic: "leaks", claim: claim)]
  }
}

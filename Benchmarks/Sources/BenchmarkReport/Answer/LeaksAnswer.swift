import BenchmarkResults

/// The statement on leaks.
enum LeaksAnswer {
  static let reader = Reader.user

  static func lines(_ results: Results) -> [AnswerLine] {
    let verdicts = LeakVerdicts(results.measurements)
    guard !verdicts.all.isEmpty else { return [] }
    let claim =
      """
      Live bytes grow where something leaks, and nowhere else (0 bytes a cycle; where threads work, at most \
      \(Int(LeakVerdicts.tolerance)))
      """
    if !verdicts.broken.isEmpty {
      return [AnswerLine(topic: "leaks", claim: "Not so in this run: \(claim). \(Markdown.list(verdicts.broken))")]
    }
    let isComplete = !results.incomplete.contains(Results.interruption(of: LeaksNames.suite))
    return [AnswerLine(topic: "leaks", claim: isComplete ? claim : "Not decided: \(claim)")]
  }
}

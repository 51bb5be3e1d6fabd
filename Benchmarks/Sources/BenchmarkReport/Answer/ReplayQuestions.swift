/// The questions on recorded programs: does the choice of a storage matter, and if so, which is it?
enum ReplayQuestions {
  /// The ratio below which the choice of a storage matters little.
  static let little = 1.25

  static func all(_ scope: AnswerScope) -> [Question] {
    let workloads = scope.workloads(of: ReplayVerdict.suite)
    // The busiest registry of a program stands in the tables.
    return workloads.filter { name in !workloads.contains { name == ReplayedTrace.busiestWorkload($0) } }
      .compactMap { question($0, scope) }
  }

  private static func question(_ workload: String, _ scope: AnswerScope) -> Question? {
    let (suite, own) = (ReplayVerdict.suite, StorageCandidates.control.of)
    guard let n = scope.sizes(suite, workload, StorageCandidates.main).first else { return nil }
    let (limit, program) = (
      Figure.bound(little), "For the recorded program \(Markdown.code(workload))"
    )
    func tests(of candidate: String, to base: String) -> RatioTest? {
      scope.test(suite, workload, candidate, to: base, n, .below(little))
    }
    let others = StorageCandidates.main.filter { $0 != own }
    let either = Question.Claim(
      "\(program), the choice matters little (the others within \(limit) of \(Markdown.code(own)))",
      others.flatMap { [tests(of: $0, to: own), tests(of: own, to: $0)].compactMap(\.self) },
      showing: others.compactMap { tests(of: $0, to: own) })
    let choices = [own] + others
    return Question(
      for: .builder, topic: "replay.\(workload)",
      claims: [either]
        + choices.map { choice in
          let rest = StorageCandidates.main.filter { $0 != choice }
          return Question.Claim(
            "\(program), choose \(Markdown.code(choice)): it never takes \(limit) the time of another",
            rest.compactMap { tests(of: choice, to: $0) })
        })
  }
}

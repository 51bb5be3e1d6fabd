public import BenchmarkResults

/// The table of the sentences: what each of them rests on.
public struct SentenceTable: Sendable {
  private let questions: [Question]
  /// The number of settings besides that in which every cell is measured, by suite.
  private let settings: [String: Int]

  /// - Parameter results: A run that can answer all questions. The table has none of its figures.
  public init(_ results: Results) {
    let scope = AnswerScope(results)
    questions = Question.all(scope)
    settings = Dictionary(
      uniqueKeysWithValues: Set(results.measurements.map(\.suite)).map { ($0, scope.otherSettings(of: $0).count) })
  }

  public var markdown: String {
    let rows = questions.flatMap { question in
      question.claims.indices.map { index -> [String] in
        let claim = question.claims[index]
        let next = index + 1 < question.claims.count ? "the next sentence" : "“Not so in this run: …”"
        return [claim.text, conditions(claim.tests).joined(separator: "<br>"), next]
      }
    }
    return Markdown.table(["sentence", "all of these", "otherwise"], rows, textColumns: 3)
      .replacing(Figure.space, with: " ")
  }

  /// Returns a line for each two candidates and each bound.
  private func conditions(_ tests: [RatioTest]) -> [String] {
    let kinds = tests.map(kind)
    return kinds.uniqued(first: []).map { kind in
      let own = zip(tests, kinds).filter { $0.1 == kind }.map(\.0)
      return "\(kind): \(places(own))"
    }
  }

  private func kind(_ test: RatioTest) -> String {
    let sign =
      switch test.bound {
      case .above(let ratio): "> \(Figure.plain(ratio))"
      case .below(let ratio): "< \(Figure.plain(ratio))"
      }
    let (of, to) = (test.of, test.to)
    return of.n == to.n
      ? "\(Markdown.code(of.candidate)) ÷ \(Markdown.code(to.candidate)) \(sign)"
      : "\(Markdown.code(of.candidate)), \(Markdown.size(of.n)) ÷ \(Markdown.size(to.n)) \(sign)"
  }

  /// Returns the workloads with their sizes; workloads with the same sizes together.
  private func places(_ tests: [RatioTest]) -> String {
    let workloads = tests.map(\.of.workload).uniqued(first: [])
    let sizes = workloads.map { workload in
      Markdown.sizes(Set(tests.filter { $0.of.workload == workload }.map(\.of.n)).sorted())
    }
    let isGrowth = tests.allSatisfy { $0.of.n != $0.to.n }
    let text = sizes.uniqued(first: []).map { size in
      let own = zip(workloads, sizes).filter { $0.1 == size }.map(\.0)
      return Markdown.codeList(own) + (isGrowth ? "" : ", \(size)")
    }.joined(separator: "; ")
    guard let suite = tests.first?.of.suite, tests.contains(where: \.namesSetting) else { return text }
    return "\(text); in each of the \(settings[suite] ?? 0) other settings"
  }
}

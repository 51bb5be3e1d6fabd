public import BenchmarkResults

/// The tables of the sentences: what each of them rests on.
public struct SentenceTable: Sendable {
  private let questions: [Question]
  private let scope: AnswerScope

  /// - Parameter results: A run that can answer all questions. The table has none of its figures.
  public init(_ results: Results) {
    scope = AnswerScope(results)
    questions = Question.all(scope)
  }

  /// The first possible answer of each question, with the ratios that it needs; a table for each reader.
  public var markdown: String {
    let tables = Reader.allCases.map { reader in
      let rows = questions.filter { $0.reader == reader }.compactMap(\.claims.first)
        .map { [$0.text, conditions($0.tests).joined(separator: "<br>")] }
      return "*\(reader.heading)*\n\n"
        + Markdown.table(["sentence", "is said if all of these hold"], rows, textColumns: 2)
    }
    return tables.joined(separator: "\n\n").replacing(Figure.space, with: " ")
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
      let sizes = Set(tests.filter { $0.of.workload == workload }.map(\.of.n)).sorted()
      return sizes.count == 2 ? Markdown.list(sizes.map(Markdown.size)) : Markdown.sizes(sizes)
    }
    let isGrowth = tests.allSatisfy { $0.of.n != $0.to.n }
    let text = sizes.uniqued(first: []).map { size in
      let own = zip(workloads, sizes).filter { $0.1 == size }.map(\.0)
      let isEach = own.count > 1 && own.count == scope.workloads(of: tests[0].of.suite).count
      return (isEach ? "each workload" : Markdown.codeList(own)) + (isGrowth ? "" : ", \(size)")
    }.joined(separator: "; ")
    guard tests.contains(where: \.namesSetting) else { return text }
    return "\(text); in each of the \(scope.otherSettings(of: tests[0].of.suite).count) other settings"
  }
}

public import BenchmarkResults

/// How far several runs of one commit agree: whether they make the same claims, and how many of their intervals contain
/// what the other runs found.
public struct Agreement: Sendable {
  /// One claim of the answer.
  public struct Claim: Equatable, Sendable {
    public let topic: String
    /// The claims of the runs, each once. Runs that agree have one.
    public let texts: [String]
  }

  /// One figure of the answer, in every run.
  public struct FigureRow: Equatable, Sendable {
    public let name: String
    public let figures: [AnswerFigure]
    /// The number of pairs of runs in which the interval of the first contains the figure of the second.
    public let contained: Int

    /// The number of pairs of runs.
    public var pairs: Int { figures.count * (figures.count - 1) }
  }

  /// The least share of intervals that must contain what another run found.
  public static let limit = 0.9

  public let environments: [Environment]
  public let claims: [Claim]
  public let rows: [FigureRow]
  /// What prevents a comparison, each a sentence.
  public let problems: [String]

  public init(_ runs: [Results]) {
    environments = runs.map(\.environment)
    let answers = runs.map { Answer($0).lines }
    let topics = answers.flatMap { $0.map(\.topic) }.uniqued(first: [])
    claims = topics.map { topic in
      let texts = answers.map { lines in lines.first { $0.topic == topic }?.claim ?? "(no statement)" }
      return Claim(topic: topic, texts: texts.uniqued(first: []))
    }
    let figures = answers.map { $0.flatMap(\.figures) }
    let names = figures.flatMap { $0.map(\.name) }.uniqued(first: [])
    rows = names.compactMap { name in
      let found = figures.compactMap { $0.first { $0.name == name } }
      guard found.count > 1 else { return nil }
      let contained = found.indices.flatMap { own in found.indices.filter { $0 != own }.map { (own, $0) } }
        .count { found[$0].low <= found[$1].ratio && found[$1].ratio <= found[$0].high }
      return FigureRow(name: name, figures: found, contained: contained)
    }
    var problems: [String] = []
    if runs.count < 2 { problems.append("Two runs or more are needed to compare.") }
    let commits = environments.map(\.commit).uniqued(first: [])
    if commits.count > 1 { problems.append("The runs are of different commits: \(Markdown.list(commits)).") }
    for (index, run) in runs.enumerated() where run.partial {
      problems.append("Run \(index + 1) was interrupted.")
    }
    for (index, run) in runs.enumerated() {
      for missed in Answer(run).missedDifferences {
        problems.append("Run \(index + 1) did not find a known difference: \(missed).")
      }
    }
    self.problems = problems
  }

  public var differingClaims: [Claim] { claims.filter { $0.texts.count > 1 } }

  /// The share of intervals that contain what another run found; nil without figures.
  public var share: Double? {
    let pairs = rows.map(\.pairs).reduce(0, +)
    return pairs == 0 ? nil : Double(rows.map(\.contained).reduce(0, +)) / Double(pairs)
  }

  public var passed: Bool { problems.isEmpty && differingClaims.isEmpty && (share ?? 0) >= Self.limit }
}

extension Agreement {
  /// The result in Markdown, which reads well on a terminal too.
  public var text: String {
    let header = ["claim or figure"] + environments.indices.map { "run \($0 + 1)" } + ["intervals that hold"]
    let table = rows.map { row in
      [row.name] + row.figures.map { Figure.interval($0.ratio, $0.low, $0.high) }
        + Array(repeating: "", count: environments.count - row.figures.count) + ["\(row.contained) of \(row.pairs)"]
    }
    let parts: [String?] = [
      "# \(environments.count) runs of one commit", Self.environment(environments.first),
      "## Claims\n\n"
        + Markdown.bullets(
          claims.map { claim in
            claim.texts.count == 1
              ? "The same in all runs: \(claim.texts[0])." : "**Differs**: \(claim.texts.joined(separator: " / "))."
          }),
      table.isEmpty ? nil : "## Figures\n\nEach with its 95 % interval.\n\n" + Markdown.table(header, table),
      problems.isEmpty ? nil : "## Problems\n\n" + Markdown.bullets(problems), verdict,
    ]
    return parts.compactMap(\.self).joined(separator: "\n\n").replacing(Figure.space, with: " ")
  }

  private var verdict: String {
    let same = claims.count - differingClaims.count
    let intervals = share.map {
      let (contained, pairs) = (rows.map(\.contained).reduce(0, +), rows.map(\.pairs).reduce(0, +))
      return ", \(contained) of \(pairs) intervals (\(Figure.percent($0))) contain the figure of another run"
    }
    return "\(passed ? "passed" : "FAILED"): \(same) of \(claims.count) claims are the same\(intervals ?? "")"
  }

  private static func environment(_ environment: Environment?) -> String? {
    environment.map { "\($0.cpu), \($0.cores) cores, \($0.os), \($0.swift), commit \($0.commit)" }
  }
}

public import BenchmarkResults

/// How far several runs of one commit agree: whether they make the same claims, and how many of their intervals contain
/// what the other runs found.
public struct Agreement: Sendable {
  /// One claim of the answer, with its figures.
  public struct Claim: Equatable, Sendable {
    public let topic: String
    /// The claims of the runs, each once. Runs that agree have one.
    public let texts: [String]
    public let rows: [FigureRow]
  }

  /// One figure of a claim, in every run.
  public struct FigureRow: Equatable, Sendable {
    public let name: String
    /// The figure in each run; nil for a run that does not have the figure.
    public let figures: [AnswerFigure?]

    /// The number of pairs of runs that have the figure.
    public var pairs: Int {
      let count = figures.count { $0 != nil }
      return count * (count - 1)
    }

    /// The number of pairs of runs in which the interval of the first contains the figure of the second.
    public var contained: Int {
      figures.indices.map { own in
        figures.indices.count { other in
          guard own != other, let figure = figures[own], let ratio = figures[other]?.ratio else { return false }
          return figure.low <= ratio && ratio <= figure.high
        }
      }.reduce(0, +)
    }
  }

  /// The least share of intervals that must contain what another run found.
  public static let limit = 0.9

  public let environments: [Environment]
  public let claims: [Claim]
  /// What prevents a comparison, each a sentence.
  public let problems: [String]

  /// - Parameter ofSeveralCommits: Whether the commits may differ, because they change nothing that is measured.
  public init(_ runs: [Results], ofSeveralCommits: Bool = false) {
    environments = runs.map(\.environment)
    let answers = runs.map { Answer($0).lines }
    let topics = answers.flatMap { $0.map(\.topic) }.uniqued(first: [])
    claims = topics.map { topic in
      let lines = answers.map { lines in lines.first { $0.topic == topic } }
      let names = lines.flatMap { $0?.figures.map(\.name) ?? [] }.uniqued(first: [])
      return Claim(
        topic: topic, texts: lines.map { $0?.claim ?? "(no statement)" }.uniqued(first: []),
        rows: names.map { name in
          FigureRow(name: name, figures: lines.map { $0?.figures.first { $0.name == name } })
        })
    }
    var problems: [String] = []
    if runs.count < 2 { problems.append("Two runs or more are needed to compare.") }
    let commits = environments.map(\.commit).uniqued(first: [])
    if commits.count > 1, !ofSeveralCommits {
      problems.append("The runs are of different commits: \(Markdown.list(commits)).")
    }
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

  /// The number of pairs of runs that have the same figure.
  public var pairs: Int { claims.flatMap(\.rows).map(\.pairs).reduce(0, +) }
  /// The number of pairs in which the interval of the first run contains the figure of the second.
  public var contained: Int { claims.flatMap(\.rows).map(\.contained).reduce(0, +) }
  /// The share of intervals that contain what another run found; nil without figures.
  public var share: Double? { pairs == 0 ? nil : Double(contained) / Double(pairs) }

  public var passed: Bool { problems.isEmpty && differingClaims.isEmpty && (share ?? 0) >= Self.limit }
}

extension Agreement {
  /// The result in Markdown, which reads well on a terminal too.
  public var text: String {
    let parts: [String?] =
      [
        "# \(environments.count) runs of \(commits.count == 1 ? "one commit" : "commits \(Markdown.list(commits))")",
        Self.environment(environments.first),
        "Each figure stands with its 95 % interval. An interval holds if it contains the figure of another run.",
      ] + claims.flatMap(section) + [problems.isEmpty ? nil : "## Problems\n\n" + Markdown.bullets(problems), verdict]
    return parts.compactMap(\.self).joined(separator: "\n\n").replacing(Figure.space, with: " ")
  }

  private func section(_ claim: Claim) -> [String?] {
    let runs = environments.indices.map { "run \($0 + 1)" }
    let table = claim.rows.map { row in
      [row.name] + row.figures.map { $0.map { Figure.interval($0.ratio, $0.low, $0.high) } ?? Figure.missing }
        + ["\(row.contained) of \(row.pairs)"]
    }
    return [
      claim.texts.count == 1
        ? "**The same in all runs:** \(claim.texts[0])." : "**Differs:** \(claim.texts.joined(separator: " / ")).",
      table.isEmpty ? nil : Markdown.table(["figure"] + runs + ["intervals that hold"], table),
    ]
  }

  private var verdict: String {
    let same = claims.count - differingClaims.count
    let intervals = share.map {
      ", \(contained) of \(pairs) intervals (\(Figure.percent($0))) contain the figure of another run"
    }
    return "\(passed ? "passed" : "FAILED"): \(same) of \(claims.count) claims are the same\(intervals ?? "")"
  }

  private var commits: [String] { environments.map(\.commit).uniqued(first: []) }

  private static func environment(_ environment: Environment?) -> String? {
    environment.map { "\($0.cpu), \($0.cores) cores, \($0.os), \($0.swift), commit \($0.commit)" }
  }
}

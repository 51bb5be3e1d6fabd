public import BenchmarkResults
import BenchmarkStatistics

/// What a person wants to know after a run: a few statements with intervals, apart for each reader, how sure the run
/// is, and what it lacks.
///
/// Claims contain no figure that differs from run to run, so that two runs of one commit make the same claims.
public struct Answer: Sendable {
  let groups: [(reader: Reader, lines: [AnswerLine])]
  /// The known differences that the run had to find and did not, each a sentence.
  public let missedDifferences: [String]
  /// The limits that the run missed, each a sentence.
  public let missedLimits: [String]
  /// The costs with limits, and those of clients, for a terminal.
  private let costs: [String]
  private let known: [(difference: KnownDifference, interval: MeasuredInterval?, isFound: Bool)]
  private let certainty: String?
  private let partial: Bool
  private let incomplete: [String]
  private let environment: Environment
  private let picture: Picture?

  public init(_ results: Results) {
    let (times, scope) = (results.samples, AnswerScope(results))
    known = KnownDifference.all.compactMap { difference in
      difference.test(scope).map { test in
        (difference, test.interval { times[$0] }, test.outcome { times[$0] } == .shown)
      }
    }
    let storage = StorageSection(results)
    let said =
      Question.all(scope).compactMap { question in
        Self.line(question, { times[$0] }, storage).map { (question.reader, $0) }
      } + LeaksAnswer.lines(results).map { (LeaksAnswer.reader, $0) }
    groups = Reader.allCases.map { reader in (reader, said.filter { $0.0 == reader }.map(\.1)) }
    missedDifferences = known.filter { $0.difference.isRequired && !$0.isFound }.map(\.difference.description)
    let limits = SuiteSections.all(results).flatMap(\.limits)
    missedLimits = limits.compactMap(\.miss)
    costs = limits.filter { $0.outcome != .notMeasured }.map(\.text) + ClientSection(results).costs
    certainty =
      Certainty(known.map { ($0.difference, $0.isFound) }, [storage.comparisons, RuntimeSection(results).intervals])
      .text
    partial = results.partial
    incomplete = results.incomplete
    environment = results.environment
    picture = StoragesPicture.picture(storage.comparisons)
  }

  /// The statements of all groups.
  public var lines: [AnswerLine] { groups.flatMap(\.lines) }

  private static func line(
    _ question: Question, _ samples: RatioTest.Samples, _ storage: StorageSection
  ) -> AnswerLine? {
    guard let state = question.state(samples) else { return nil }
    // How far each storage falls behind at worst: what the choice is made by.
    let worst = question.topic == "storage.choice" ? storage.worstCaseFigures : []
    let shown = state.shown.prefix(mostFigures).compactMap { AnswerFigure($0.name, $0.interval(samples)) }
    return AnswerLine(topic: question.topic, claim: state.text, figures: worst + shown)
  }

  /// Of a sentence that is refuted in many places, these are enough.
  private static let mostFigures = 6

  /// The answer for a terminal. Under each claim, indented, are its figures.
  public var text: String {
    func list(_ title: String, _ items: [String]) -> String? {
      items.isEmpty ? nil : title + "\n" + Self.bullets(items.map { TextTable.wrapped($0, indentation: "  ") })
    }
    let found = groups.flatMap { reader, lines in
      let items = lines.map(Self.statement) + (reader == .user ? costs : [])
      return [
        items.isEmpty ? nil : reader.heading + "\n" + Self.bullets(items),
        reader == .user ? list("LIMITS MISSED:", missedLimits) : nil,
      ].compactMap(\.self)
    }
    let parts =
      (found.isEmpty ? ["This run has no times of storages or of the runtime."] : found) + [
        certainty.map { TextTable.wrapped($0) }, list("NOT FOUND, although it is there:", missedDifferences),
        list("INCOMPLETE:", incomplete),
      ]
    return Markdown.plain(parts.compactMap(\.self).joined(separator: "\n\n"))
  }

  private static func statement(_ line: AnswerLine) -> String {
    let figures = line.figures.map { "\($0.name): \(Figure.interval($0.ratio, $0.low, $0.high))" }
    let claim = TextTable.wrapped(line.claim + (figures.isEmpty ? "." : ":"), indentation: "  ")
    return ([claim] + figures.map { "    " + $0 }).joined(separator: "\n")
  }

  /// The first part of the report, which begins with the picture.
  var blocks: [Block] {
    guard !lines.isEmpty else { return [] }
    return [.heading(2, "The answer")] + [picture.map { .picture($0) }].compactMap(\.self)
      + [
        .text(
          """
          A figure is a ratio of times. In brackets: the 95 % interval in which another run of this commit finds the \
          ratio.
          """)
      ] + groups.flatMap(group)
      + [.heading(3, "This run")]
      + [certainty.map { .text($0.replacing("How sure:", with: "**How sure:**")) }].compactMap(\.self)
      + (missedDifferences.isEmpty
        ? [] : [.text("**Not found, although it is there:** \(Markdown.list(missedDifferences)).")])
      + [.text(missing), .text(repetition)]
  }

  private func group(_ reader: Reader, _ lines: [AnswerLine]) -> [Block] {
    let missed = reader == .user ? missedLimits : []
    guard !lines.isEmpty || !missed.isEmpty else { return [] }
    return [.heading(3, reader.heading)]
      + (lines.isEmpty ? [] : [.text(Markdown.bullets(lines.map(Self.item)))])
      + (missed.isEmpty ? [] : [.text("**Limits missed:** \(missed.joined(separator: "; ")).")])
  }

  /// A table of the known differences that were measured, and whether the run found them.
  var knownBlocks: [Block] {
    guard !known.isEmpty else { return [] }
    let rows = known.map { difference, interval, isFound in
      [
        Markdown.code(difference.suite), Markdown.code(difference.workload),
        "\(Markdown.code(difference.slower)) ÷ \(Markdown.code(difference.faster))", Figure.grouped(difference.n),
        Figure.interval(interval), isFound ? "found" : difference.isRequired ? "**not found**" : "not found",
      ]
    }
    return [
      .heading(3, "Known differences"),
      .text(
        """
        These differences are known to be there. A method that calls nothing different would miss them. The candidates \
        `…-plus-5` and `…-plus-3` do 5 and 3 % more work than they count. Every run must find all but those of 3 %.
        """),
      .text(
        Markdown.table(
          ["suite", "workload", "times", "n", "ratio", ""], rows, textColumns: 3)),
    ]
  }

  private var missing: String {
    guard partial || !incomplete.isEmpty else { return "**Missing:** nothing. The run was not interrupted." }
    return (["**Missing:**"] + (partial ? ["The run was interrupted."] : []) + incomplete).joined(separator: " ")
  }

  private var repetition: String {
    let commit = environment.commit
    let changed = commit.hasSuffix(Self.dirty)
    let name = changed ? String(commit.dropLast(Self.dirty.count)) : commit
    let command = environment.flags.contains("at most") ? "bench" : "bench-all"
    let changes = changed ? ", with the changes that were not committed" : ""
    return "**To repeat:** `make \(command)` at commit `\(name)`\(changes)."
  }

  /// The suffix of a commit in a working tree with changes.
  private static let dirty = "+dirty"

  /// Returns the claim, with its figures as a list below.
  private static func item(_ line: AnswerLine) -> String {
    let figures = line.figures.map { "  - \($0.name): \(Figure.interval($0.ratio, $0.low, $0.high))" }
    return (["\(line.claim)."] + figures).joined(separator: "\n")
  }

  private static func bullets(_ items: [String]) -> String { items.map { "• " + $0 }.joined(separator: "\n") }
}

extension AnswerFigure {
  /// Returns nil without an interval, which a figure of the answer must have.
  init?(_ name: String, _ interval: MeasuredInterval?) {
    guard let interval, interval.low > 0, interval.high.isFinite else { return nil }
    self.init(name: name, ratio: interval.ratio, low: interval.low, high: interval.high)
  }
}

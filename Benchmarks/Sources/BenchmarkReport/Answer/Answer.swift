public import BenchmarkResults

/// What a person wants to know after a run: a few statements with intervals, how sure the run is, and what it lacks.
///
/// Claims contain no figure that differs from run to run, so that two runs of one commit make the same claims.
public struct Answer: Sendable {
  public let lines: [AnswerLine]
  /// The known differences that the run did not find, each a sentence.
  public let missedDifferences: [String]
  private let certainty: String?
  private let incomplete: [String]

  public init(_ results: Results) {
    let storage = StorageAnswer(results)
    let runtime = RuntimeAnswer(results)
    let known = KnownDifference.all.compactMap { difference in
      difference.outcome(in: results).map { (difference, $0) }
    }
    lines = storage.lines + ReplayAnswer.lines(results) + runtime.lines + LeaksAnswer.lines(results)
    missedDifferences = known.filter { !$0.1 }.map(\.0.description)
    certainty = Certainty(known.map(\.1), [storage.comparisons, runtime.comparisons]).text
    incomplete = results.incomplete
  }

  /// The answer for a terminal. Under each claim, indented, are its figures.
  public var text: String {
    let statements = lines.map(Self.statement)
    let found = statements.isEmpty ? ["This run has no times of storages or of the runtime."] : statements
    let parts = [
      Self.bullets(found), certainty.map { TextTable.wrapped($0) },
      missedDifferences.isEmpty
        ? nil : "NOT FOUND, although it is there:\n" + Self.bullets(missedDifferences),
      incomplete.isEmpty ? nil : "INCOMPLETE:\n" + Self.bullets(incomplete),
    ]
    return Markdown.plain(parts.compactMap(\.self).joined(separator: "\n\n"))
  }

  private static func statement(_ line: AnswerLine) -> String {
    let figures = line.figures.map { "\($0.name): \(Figure.interval($0.ratio, $0.low, $0.high))" }
    let claim = TextTable.wrapped(line.claim + (figures.isEmpty ? "." : ":"), indentation: "  ")
    return ([claim] + figures.map { "    " + $0 }).joined(separator: "\n")
  }

  /// The first block of the report.
  var blocks: [Block] {
    guard !lines.isEmpty else { return [] }
    return [
      .heading(2, "The answer"), .text(Markdown.bullets(lines.map(Self.sentence))),
      .text("In brackets: the 95 % interval in which another run of this commit finds the figure."),
    ] + [certainty.map(Block.text)].compactMap(\.self)
      + (missedDifferences.isEmpty
        ? [] : [.text("**Not found, although it is there:** \(Markdown.list(missedDifferences)).")])
  }

  /// Returns the claim, followed by its figures.
  static func sentence(_ line: AnswerLine) -> String {
    let figures = line.figures.map { "\($0.name): \(Figure.interval($0.ratio, $0.low, $0.high))" }
    return line.claim + (figures.isEmpty ? "." : ": \(figures.joined(separator: "; ")).")
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

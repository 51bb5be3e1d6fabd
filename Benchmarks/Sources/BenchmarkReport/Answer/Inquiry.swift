public import BenchmarkResults

/// The questions of a run while it measures: which of them are open, and which times they still need.
public struct Inquiry: Sendable {
  public typealias Place = Measurement.Identity

  /// What a look at the times shows.
  public struct Look: Sendable {
    /// The sentences that this look decided, for a terminal.
    public var decided: [String] = []
    /// The topics of the questions that are open, and the known differences that were not found yet.
    public var open: [String] = []
    /// The places whose times are still needed.
    public var needed: Set<Place> = []
  }

  private let questions: [Question]
  private let known: [(name: String, test: RatioTest)]
  /// The topics that earlier looks have decided. A sentence that was said stays said.
  private var decided: Set<String> = []
  /// The tests whose ratios stand under the sentences that were said.
  private var shown: [RatioTest] = []
  /// A ratio that is shown has at least this many processes, because the intervals of fewer are wide.
  private static let fewest = 8

  /// - Parameters:
  ///   - places: What the run can measure, in the order of the program, which begins with the setting in which every
  ///     cell can be measured.
  ///   - descriptions: All workloads of the suite.
  public init(_ places: [Place], _ descriptions: [WorkloadDescription]) {
    let scope = AnswerScope(places, descriptions)
    questions = Question.all(scope)
    known = KnownDifference.all.compactMap { difference in difference.test(scope).map { (difference.description, $0) } }
  }

  /// All places that the questions can need.
  public var places: Set<Place> {
    Set((questions.flatMap(\.claims).flatMap(\.tests) + known.map(\.test)).flatMap { [$0.of, $0.to] })
  }

  /// Looks at the times so far.
  ///
  /// - Parameter samples: Returns the times of a place, by process and round.
  public mutating func look(_ samples: (Place) -> [[Double]]?) -> Look {
    var look = Look()
    var open: [RatioTest] = []
    for question in questions where !decided.contains(question.topic) {
      guard let state = question.state(samples) else { continue }
      if case .open(_, let tests) = state {
        open += tests
        look.open.append(question.topic)
      } else {
        decided.insert(question.topic)
        shown += state.shown
        look.decided.append(TextTable.wrapped(Markdown.plain(state.text), indentation: "  "))
      }
    }
    let notFound = known.filter { $0.test.outcome(samples) != .shown }
    look.open += notFound.map { Markdown.plain($0.name) }
    let wide = shown.filter { (samples($0.of) ?? []).count < Self.fewest }
    look.needed = Set((open + notFound.map(\.test) + wide).flatMap { [$0.of, $0.to] })
    return look
  }
}

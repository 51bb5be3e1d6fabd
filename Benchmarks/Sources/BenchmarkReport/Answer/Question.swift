import BenchmarkResults

/// A question that a run answers with one sentence.
struct Question: Sendable {
  /// What the question is about, such as `storage.choice`. Runs are compared by this name.
  let topic: String
  let reader: Reader
  /// The possible answers. The first whose tests all hold is the answer.
  let claims: [Claim]

  /// - Parameter claims: Those without a test are left out, because nothing could refute them.
  init(for reader: Reader, topic: String, claims: [Claim]) {
    self.topic = topic
    self.reader = reader
    self.claims = claims.filter { !$0.tests.isEmpty }
  }

  /// A sentence, and what must hold for it to be said.
  struct Claim: Sendable {
    /// The sentence without its full stop, with its bounds, and without any figure that differs from run to run.
    let text: String
    let tests: [RatioTest]
    /// The tests whose ratios stand under the sentence.
    let shown: [RatioTest]

    /// - Parameter shown: Nil for all.
    init(_ text: String, _ tests: [RatioTest], showing shown: [RatioTest]? = nil) {
      self.text = text
      self.tests = tests
      self.shown = shown ?? tests
    }
  }

  /// How far a run has come with a question.
  enum State: Sendable {
    case holds(Claim)
    /// No possible answer holds. The first possible answer, and what refutes it.
    case refuted(Claim, by: [RatioTest])
    /// The first possible answer that is neither shown nor refuted, and its open tests.
    case open(Claim, [RatioTest])
  }

  func state(_ samples: RatioTest.Samples) -> State? {
    for claim in claims {
      let outcomes = claim.tests.map { ($0, $0.outcome(samples)) }
      if outcomes.contains(where: { $0.1 == .refuted }) { continue }
      let open = outcomes.filter { $0.1 == .open }.map(\.0)
      return open.isEmpty ? .holds(claim) : .open(claim, open)
    }
    return claims.first.map { claim in .refuted(claim, by: claim.tests.filter { $0.outcome(samples) == .refuted }) }
  }

  /// Returns the questions that the places of a run can answer.
  static func all(_ scope: AnswerScope) -> [Question] {
    StorageQuestions.all(scope) + ReplayQuestions.all(scope) + RuntimeQuestions.all(scope)
  }
}

extension Question.State {
  var claim: Question.Claim {
    switch self {
    case .holds(let claim), .refuted(let claim, _), .open(let claim, _): claim
    }
  }

  /// The sentence that the run can say.
  var text: String {
    switch self {
    case .holds(let claim): claim.text
    case .refuted(let claim, _): "Not so in this run: \(claim.text)"
    case .open(let claim, _): "Not decided: \(claim.text)"
    }
  }

  /// The tests whose ratios stand under the sentence: those that decide against it, if there are any.
  var shown: [RatioTest] {
    switch self {
    case .holds(let claim): claim.shown
    case .refuted(_, let tests), .open(_, let tests): tests
    }
  }
}

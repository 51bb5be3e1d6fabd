/// One statement of the answer: what a person wants to know after a run.
public struct AnswerLine: Codable, Equatable, Sendable {
  /// What the statement is about, such as `storage.choice`. Runs are compared by this name.
  public var topic: String
  /// The statement, without any figure that differs from run to run.
  public var claim: String
  /// The figures that the statement rests on.
  public var figures: [AnswerFigure]

  public init(topic: String, claim: String, figures: [AnswerFigure] = []) {
    self.topic = topic
    self.claim = claim
    self.figures = figures
  }
}

/// A ratio of two times, and the interval in which another run of the same commit finds it.
public struct AnswerFigure: Codable, Equatable, Sendable {
  /// What is compared, such as `linked-list ÷ array, send.churned, n = 65,536`. No other figure of the answer has this
  /// name.
  public var name: String
  public var ratio: Double
  /// The ends of the 95 % interval.
  public var low: Double
  public var high: Double

  public init(name: String, ratio: Double, low: Double, high: Double) {
    self.name = name
    self.ratio = ratio
    self.low = low
    self.high = high
  }
}

/// The questions on the cost of the runtime.
enum RuntimeQuestions {
  private typealias Names = RuntimeCandidates
  private static let suite = RuntimeSection.suite

  static func all(_ scope: AnswerScope) -> [Question] {
    guard scope.hasControl(suite, Names.control) else { return [] }
    return [
      speed("A send through a subject", Names.subjectSend, [1, 256], times: 10, scope),
      speed("A value through `map` and `filter`", Names.chain, [1], times: 5, scope),
      speed("A subscription and its disposal", Names.subscription, [256], times: 10, scope),
      speed("A value that a task reads", Names.values, [1], peer: Names.stream, times: 1.5, scope),
      floor(scope),
    ].compactMap(\.self)
  }

  /// Returns the question how much faster a workload is than with a peer.
  private static func speed(
    _ subject: String, _ workload: String, _ sizes: [Int], peer: String = Names.peer, times: Double,
    _ scope: AnswerScope
  ) -> Question? {
    let known = scope.sizes(suite, workload, [Names.own, peer]).filter(sizes.contains)
    guard !known.isEmpty else { return nil }
    func claim(_ words: String, _ bound: RatioTest.Bound) -> Question.Claim {
      Question.Claim(
        "\(subject) is \(words) with \(Markdown.code(peer))",
        known.compactMap { scope.test(suite, workload, peer, to: Names.own, $0, bound) })
    }
    let least = KnownDifference.least
    return Question(
      for: .user, topic: "runtime.\(workload)",
      claims: [
        claim("more than \(Figure.plain(times)) times as fast as", .above(times)),
        claim("faster (by more than 2 %) than", .above(least)),
        claim("slower (by more than 2 %) than", .below(1 / least)),
      ])
  }

  /// The distance of a delivery from a bare loop over closures.
  private static func floor(_ scope: AnswerScope) -> Question? {
    func claim(_ words: String, _ bound: RatioTest.Bound) -> Question.Claim? {
      scope.test(suite, Names.subjectSend, Names.own, to: "floor-swift", 256, bound).map {
        Question.Claim(
          "A delivery to one of 256 subscribers takes \(words) than \(Figure.bound(2)) a call in a loop over closures",
          [$0])
      }
    }
    let claims = [claim("less", .below(2)), claim("more", .above(2))].compactMap(\.self)
    return claims.isEmpty ? nil : Question(for: .user, topic: "runtime.floor", claims: claims)
  }
}

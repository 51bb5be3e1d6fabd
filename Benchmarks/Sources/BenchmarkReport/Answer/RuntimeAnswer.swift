import BenchmarkResults

/// The statements on the cost of the runtime.
struct RuntimeAnswer {
  let lines: [AnswerLine]
  let comparisons: Comparisons

  init(_ results: Results) {
    comparisons = RuntimeSection(results).intervals
    guard !comparisons.controls.isEmpty else {
      lines = []
      return
    }
    lines = [
      Self.line("A send through a subject", RuntimeCandidates.subjectSend, [1, 256], comparisons),
      Self.line("A value through `map` and `filter`", RuntimeCandidates.chain, [1], comparisons),
      Self.line("A subscription and its disposal", RuntimeCandidates.subscription, [256], comparisons),
      Self.line(
        "A value that a task reads", RuntimeCandidates.values, [1], peer: RuntimeCandidates.stream, comparisons),
      Self.floor(comparisons),
    ].compactMap(\.self)
  }

  /// Returns the statement on a workload in comparison with a peer.
  private static func line(
    _ subject: String, _ workload: String, _ sizes: [Int], peer: String = RuntimeCandidates.peer,
    _ comparisons: Comparisons
  ) -> AnswerLine? {
    let own = RuntimeCandidates.own
    let found = sizes.compactMap { n in comparisons.interval(workload, peer, to: own, n).map { (n, $0) } }
    guard !found.isEmpty else { return nil }
    let calls = Set(found.map(\.1.call))
    let verb =
      switch calls {
      // A slow peer is a fast Switchboard.
      case [.slower]: "is faster than with"
      case [.faster]: "is slower than with"
      case [.noDifference]: "costs as much as with"
      default: "is partly faster and partly slower than with"
      }
    return AnswerLine(
      topic: "runtime.\(workload)", claim: "\(subject) \(verb) \(Markdown.code(peer))",
      figures: found.compactMap { n, interval in
        AnswerFigure(
          "\(Markdown.code(peer)) ÷ \(Markdown.code(own)), \(Markdown.code(workload)), \(Markdown.size(n))", interval)
      })
  }

  /// The distance of a delivery from a bare loop over closures.
  private static func floor(_ comparisons: Comparisons) -> AnswerLine? {
    let workload = RuntimeCandidates.subjectSend
    guard let interval = comparisons.interval(workload, RuntimeCandidates.own, to: "floor-swift", 256) else {
      return nil
    }
    return AnswerLine(
      topic: "runtime.floor",
      claim:
        """
        A delivery to one of 256 subscribers costs \(interval.ratio < 2 ? "less than" : "more than") two calls in a \
        bare loop over closures
        """,
      figures: [
        AnswerFigure("`switchboard` ÷ `floor-swift`, \(Markdown.code(workload)), \(Markdown.size(256))", interval)
      ].compactMap(\.self))
  }
}

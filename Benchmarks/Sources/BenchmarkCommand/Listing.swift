/// The text of `--list`: all that can be measured.
struct Listing {
  let suite: Suite

  var text: String {
    """
    Workloads
    \(rows(suite.workloads.map { ($0.name, suite.sentence(of: $0)) }))

    Candidates
    \(rows(suite.candidates.map { ($0.name, $0.summary + limits($0)) }))

    Sizes
    \(sizes)\(lives)
    """
  }

  /// Names the candidates whose memory over a life is measured.
  private var lives: String {
    let names = suite.candidates.filter { $0.life != nil }.map(\.name)
    guard !names.isEmpty else { return "" }
    let sentence = "memory of one registry that grows to the largest n, churns, shrinks and empties"
    return "\n\nLives\n" + rows([(LifePass.workload, "\(sentence); only \(names.joined(separator: ", "))")])
  }

  /// Names the workloads of a candidate that does not take part in all of them.
  private func limits(_ candidate: Candidate) -> String {
    let own = suite.workloads.map(\.name).filter { candidate.measurables[$0] != nil }
    return own.count == suite.workloads.count ? "" : "; only " + own.joined(separator: ", ")
  }

  private var sizes: String {
    let own = suite.workloads.compactMap { workload in workload.sizes.map { (workload.name, text($0)) } }
    return rows((own.count == suite.workloads.count ? [] : [("n", text(suite.sizes))]) + own)
  }

  private func text(_ sizes: Sizes) -> String {
    Sizes.list(sizes.full) + (sizes.quick == sizes.full ? "" : "; with --quick: \(Sizes.list(sizes.quick))")
  }

  private func rows(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  " + $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 }
      .joined(separator: "\n")
  }
}

/// What can be measured, for `--list`.
enum Listing {
  static var text: String {
    let workloads = Workload.allCases.map { ($0.rawValue, $0.definition) }
    let candidates = Candidate.all.map { ($0.name, $0.summary + ($0.onlySends ? "; send.* only" : "")) }
    return """
      Workloads
      \(rows(workloads))

      Candidates
      \(rows(candidates))

      Sizes
        \(Selection.list(Sizes.full))
        with --quick: \(Selection.list(Sizes.quick))
      """
  }

  private static func rows(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  " + $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 }
      .joined(separator: "\n")
  }
}

/// What a check found.
public struct LeakReport: Hashable, Codable, Sendable {
  public var name: String
  /// Counted runs.
  public var cycles: Int
  /// Runs before them, whose remains are the baseline.
  public var warmup: Int
  /// Ordered by line.
  public var findings: [LeakFinding]
  /// Subscriptions of the code that are there at the end, leaked or not, by line.
  public var left: [String: Int]
  /// What whoever reads the findings has to know.
  public var notes: [String]

  /// Whether nothing leaked.
  public var isClean: Bool { findings.isEmpty }
}

extension LeakReport: CustomStringConvertible {
  /// For people: what leaked, where, and how to mend it.
  public var description: String {
    let title = name.isEmpty ? "" : "\(name): "
    let runs = "\(cycles) \(cycles == 1 ? "cycle" : "cycles") after \(warmup) to warm up"
    if isClean { return (["\(title)no leaks in \(runs)"] + notes).joined(separator: "\n") }
    let head = "\(title)\(findings.count) \(findings.count == 1 ? "leak" : "leaks") in \(runs)"
    return ([head] + findings.map { "\($0)" } + notes.map { "note: \($0)" }).joined(separator: "\n")
  }
}

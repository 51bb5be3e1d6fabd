/// The findings of a check.
public struct LeakReport: Hashable, Codable, Sendable {
  /// The name that was given to the check. May be empty.
  public let name: String
  /// The number of counted runs.
  public let cycles: Int
  /// The number of runs before the counted runs. What these runs leave behind is the baseline.
  public let warmup: Int
  /// The findings, ordered by line.
  public let findings: [LeakFinding]
  /// The number of the code's subscriptions that are alive at the end, leaked or not, by line.
  public let left: [String: Int]
  /// Facts that a reader of the findings must know.
  public let notes: [String]

  /// Whether nothing leaked.
  public var isClean: Bool { findings.isEmpty }
}

extension LeakReport: CustomStringConvertible {
  /// A text for people: the leaks, their places, and their fixes.
  public var description: String {
    let title = name.isEmpty ? "" : "\(name): "
    let runs = "\(cycles) \(cycles == 1 ? "cycle" : "cycles") after \(warmup) to warm up"
    if isClean { return (["\(title)no leaks in \(runs)"] + notes).joined(separator: "\n") }
    let head = "\(title)\(findings.count) \(findings.count == 1 ? "leak" : "leaks") in \(runs)"
    return ([head] + findings.map { "\($0)" } + notes.map { "note: \($0)" }).joined(separator: "\n")
  }
}

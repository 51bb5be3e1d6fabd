/// The candidates that do more work than they count, so that a run has small differences to find.
public enum PlantedCandidate {
  /// Where the work is planted: many short operations, whose times differ little from process to process. A
  /// workload has one place.
  static let places: [(suite: String, workload: String, n: Int, candidate: String)] = [
    ("storage", "send.fresh", 256, "dense"), ("storage", "subscribe", 256, "dense"),
    ("storage", "unsubscribe.lifo", 256, "dense"), ("storage", "churn", 256, "dense"),
    ("runtime", "subject.send", 256, "switchboard"), ("runtime", "subject.subscribe+dispose", 256, "switchboard"),
  ]

  /// By how many percent the planted candidates do more.
  public static let percentages = [3, 5]

  /// Returns the name of a candidate that does more.
  public static func name(_ candidate: String, percent: Int) -> String { "\(candidate)-plus-\(percent)" }

  /// Returns the workloads of a suite that have planted candidates, with their sizes.
  public static func places(of suite: String) -> [(workload: String, n: Int)] {
    places.filter { $0.suite == suite }.map { ($0.workload, $0.n) }
  }

  /// Returns whether a candidate is one of the planted.
  public static func isPlanted(_ candidate: String) -> Bool {
    percentages.contains { candidate.hasSuffix("-plus-\($0)") }
  }
}

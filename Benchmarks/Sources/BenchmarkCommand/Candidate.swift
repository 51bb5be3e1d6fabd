public import SubscriberWorkloads

/// An implementation to measure: its name, and its measurable for each workload.
public struct Candidate {
  public let name: String
  public let summary: String
  /// The measurables by the name of the workload. A candidate may lack some workloads.
  public let measurables: [String: Measurable]
  /// What the candidate does instead, by the name of the workload, where it has no operation of the same name.
  public let notes: [String: String]

  public init(
    _ name: String, _ summary: String, _ measurables: [String: Measurable], notes: [String: String] = [:]
  ) {
    self.name = name
    self.summary = summary
    self.measurables = measurables
    self.notes = notes
  }
}

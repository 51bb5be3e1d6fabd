public import SubscriberWorkloads

/// An implementation to measure: its name, and its measurable for each workload.
public struct Candidate {
  public let name: String
  public let summary: String
  /// The measurables by the name of the workload. A candidate may lack some workloads.
  public let measurables: [String: Measurable]

  public init(_ name: String, _ summary: String, _ measurables: [String: Measurable]) {
    self.name = name
    self.summary = summary
    self.measurables = measurables
  }
}

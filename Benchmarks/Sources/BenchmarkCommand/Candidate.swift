public import SubscriberWorkloads

/// Who is measured, under its name, with what it is measured by in each workload.
public struct Candidate {
  public let name: String
  public let summary: String
  /// By name of the workload. Not every candidate can do everything.
  public let measurables: [String: Measurable]

  public init(_ name: String, _ summary: String, _ measurables: [String: Measurable]) {
    self.name = name
    self.summary = summary
    self.measurables = measurables
  }
}

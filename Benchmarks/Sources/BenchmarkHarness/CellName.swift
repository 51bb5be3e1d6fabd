/// The name of a cell, written `workload/candidate/n`. This text is unique within a suite.
public struct CellName: Hashable, Sendable, CustomStringConvertible {
  public let suite: String
  public let workload: String
  public let candidate: String
  /// The number of subscribers.
  public let n: Int

  public init(suite: String, workload: String, candidate: String, n: Int) {
    self.suite = suite
    self.workload = workload
    self.candidate = candidate
    self.n = n
  }

  public var description: String { "\(workload)/\(candidate)/\(n)" }
}

import BenchmarkHarness
public import BenchmarkResults
import SubscriberWorkloads

/// What one command measures: workloads, candidates, sizes.
public struct Suite {
  public let name: String
  public let workloads: [Workload]
  public let candidates: [Candidate]
  public let sizes: Sizes
  /// How this program was built, where a suite has several programs.
  public let setting: String?
  /// Which of the chosen cells get instructions and retains: counting takes fifty times as long as running.
  let countedCells: ([CellName]) -> [CellName]
  /// What is wrong with figures that were found, each a sentence: checks that take more than one of them.
  let failures: ([Measurement]) -> [String]

  public init(
    _ name: String, workloads: [Workload], candidates: [Candidate], sizes: Sizes, setting: String? = nil,
    failures: @escaping ([Measurement]) -> [String] = { _ in [] },
    countedCells: @escaping ([CellName]) -> [CellName]
  ) {
    self.name = name
    self.workloads = workloads
    self.candidates = candidates
    self.sizes = sizes
    self.setting = setting
    self.countedCells = countedCells
    self.failures = failures
  }

  func measurable(_ name: CellName) -> Measurable? {
    candidates.first { $0.name == name.candidate }?.measurables[name.workload]
  }

  /// What `workload/candidate/n` names.
  func region(_ key: String) -> CallgrindRegion? {
    let parts = key.split(separator: "/").map(String.init)
    guard parts.count == 3, let n = Int(parts[2]) else { return nil }
    let name = CellName(suite: name, workload: parts[0], candidate: parts[1], n: n)
    return measurable(name)?.region(n)
  }
}

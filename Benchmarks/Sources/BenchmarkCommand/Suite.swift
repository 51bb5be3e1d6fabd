import BenchmarkHarness
public import BenchmarkResults
import SubscriberWorkloads

/// The workloads, candidates and sizes that one command measures.
public struct Suite {
  public let name: String
  public let workloads: [Workload]
  public let candidates: [Candidate]
  public let sizes: Sizes
  /// A description of how this program was built, for a suite that has several programs.
  public let setting: String?
  /// Whether the memory figures count all threads. jemalloc then runs without the caches of threads.
  public let isExactAcrossThreads: Bool
  /// What a measuring process needs to know about the suite; see ``SuiteCommand/suite(ofProcess:)``.
  public var processArguments: [String] = []
  /// The paths of other builds of the program, by the candidate that each of them is. Such a build counts the exact
  /// figures of its candidate.
  public var otherBuilds: [String: String] = [:]
  /// What the suite could not measure, each a sentence.
  public var gaps: [String] = []
  /// Whether a cell is measured on every heap and every allocator, because the answer rests on it.
  /// Nil for a suite without such cells.
  let isHeadline: ((CellName) -> Bool)?
  /// Returns the chosen cells that get instructions and retains. Counting takes fifty times as long as running.
  let countedCells: ([CellName]) -> [CellName]
  /// Returns a sentence for each failed check that needs more than one measurement.
  let failures: ([Measurement]) -> [String]

  public init(
    _ name: String, workloads: [Workload], candidates: [Candidate], sizes: Sizes, setting: String? = nil,
    isExactAcrossThreads: Bool = false, isHeadline: ((CellName) -> Bool)? = nil,
    failures: @escaping ([Measurement]) -> [String] = { _ in [] },
    countedCells: @escaping ([CellName]) -> [CellName]
  ) {
    self.name = name
    self.workloads = workloads
    self.candidates = candidates
    self.sizes = sizes
    self.setting = setting
    self.isExactAcrossThreads = isExactAcrossThreads
    self.isHeadline = isHeadline
    self.countedCells = countedCells
    self.failures = failures
    let known = Set(workloads.map(\.name))
    for candidate in candidates {
      let strangers = Set(candidate.measurables.keys).union(candidate.notes.keys).subtracting(known).sorted()
      precondition(strangers.isEmpty, "\(candidate.name) names workloads that the suite \(name) lacks: \(strangers)")
    }
  }

  /// The names of all that `--filter` can choose.
  var allWorkloads: [String] {
    workloads.map(\.name) + (candidates.contains { $0.life != nil } ? [LifePass.workload] : [])
  }

  /// The workloads with the notes of the candidates, for the results.
  var descriptions: [WorkloadDescription] {
    workloads.map { workload in
      WorkloadDescription(
        suite: name, name: workload.name, sentence: sentence(of: workload), operation: workload.operation)
    }
  }

  /// Returns the sentences of a workload, followed by the notes of the candidates.
  func sentence(of workload: Workload) -> String {
    ([workload.sentence] + candidates.compactMap { $0.notes[workload.name] }).joined(separator: " ")
  }

  func measurable(_ name: CellName) -> Measurable? {
    candidates.first { $0.name == name.candidate }?.measurables[name.workload]
  }

  func runsOnSeveralThreads(_ workload: String) -> Bool { workloads.contains { $0.name == workload && $0.isParallel } }

  /// Returns the region that `workload/candidate/n` names.
  func region(_ key: String) -> CallgrindRegion? {
    let parts = key.split(separator: "/").map(String.init)
    guard parts.count == 3, let n = Int(parts[2]) else { return nil }
    let name = CellName(suite: name, workload: parts[0], candidate: parts[1], n: n)
    return measurable(name)?.region(n)
  }
}

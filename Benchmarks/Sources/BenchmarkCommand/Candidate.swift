import BenchmarkReport
public import BenchmarkResults
public import SubscriberWorkloads

/// An implementation to measure: its name, and its measurable for each workload.
public struct Candidate {
  public let name: String
  public let summary: String
  /// The measurables by the name of the workload. A candidate may lack some workloads.
  public let measurables: [String: Measurable]
  /// What the candidate does instead, by the name of the workload, where it has no operation of the same name.
  public let notes: [String: String]
  /// Runs the life of one registry; nil for a candidate without such a figure.
  public let life: Life?

  /// The memory of one registry over its life, with `n` subscribers at the peak. Called once in a process.
  public typealias Life = (_ n: Int, _ seed: UInt64) throws(FailedCheck) -> [MemoryLife.Point]

  public init(
    _ name: String, _ summary: String, _ measurables: [String: Measurable], notes: [String: String] = [:],
    life: Life? = nil
  ) {
    self.name = name
    self.summary = summary
    self.measurables = measurables
    self.notes = notes
    self.life = life
  }

  /// This candidate doing more work than it counts, where the suite plants differences.
  public func planted(in suite: String) -> [Candidate] {
    PlantedCandidate.percentages.map { percent in
      let pairs = PlantedCandidate.places(of: suite).compactMap { place in
        measurables[place.workload].map { (place.workload, $0.working(morePercent: percent, at: place.n)) }
      }
      return Candidate(
        PlantedCandidate.name(name, percent: percent), "\(name), doing \(percent) % more work than it counts",
        Dictionary(uniqueKeysWithValues: pairs))
    }
  }
}

public import AllocatorStatistics
public import BenchmarkHarness

/// All measurements of one class in one workload.
///
/// The closures are created where the class is known, so that the compiler specialises all loops for it. No generic
/// code remains at run time.
public struct Measurable {
  /// Returns the cell that is timed; nil where times of this size say nothing new.
  public let cell: (CellName, _ seed: UInt64) -> Cell?
  /// Returns the memory figures. Throws a failed check.
  public let memory: (_ n: Int, AllocatorStatistics) throws(FailedCheck) -> MemoryFigures?
  /// Returns the region that callgrind counts; nil where no instructions are counted.
  public let region: (_ n: Int) -> CallgrindRegion?
  /// Returns a figure that is measured only once, after the rounds, because it takes too long for many rounds or is not
  /// a time. Nil where there is no such figure. Throws a failed check.
  public let trial: ((_ n: Int) throws(FailedCheck) -> Trial?)?
  /// Whether the trial's figure repeats from run to run.
  public let isTrialExact: Bool

  public init(
    cell: @escaping (CellName, _ seed: UInt64) -> Cell?,
    memory: @escaping (_ n: Int, AllocatorStatistics) throws(FailedCheck) -> MemoryFigures?,
    region: @escaping (_ n: Int) -> CallgrindRegion? = { _ in nil }
  ) {
    self.cell = cell
    self.memory = memory
    self.region = region
    trial = nil
    isTrialExact = false
  }

  /// Creates a measurable that has only a trial.
  ///
  /// - Parameter isExact: Whether the figure repeats from run to run, so that runs without times need it too.
  public init(isExact: Bool = false, trial: @escaping (_ n: Int) throws(FailedCheck) -> Trial?) {
    cell = { _, _ in nil }
    memory = { _, _ in nil }
    region = { _ in nil }
    self.trial = trial
    isTrialExact = isExact
  }

  /// Returns a measurable that does more operations than it counts, for a difference that is known to be there. It has
  /// only times, at one size.
  public func working(morePercent percent: Int, at n: Int) -> Measurable {
    Measurable(
      cell: { name, seed in name.n == n ? cell(name, seed)?.working(morePercent: percent) : nil },
      memory: { _, _ in nil })
  }

  /// - Parameter searchesForRemoval: Whether the time of a removal grows with the number of subscribers. Memory is then
  ///   measured over a part of the removals only.
  @inlinable @inline(__always)
  public init<Registry: SubscriberRegistry>(
    _: Registry.Type, _ procedure: Procedure, searchesForRemoval: Bool = false
  ) {
    self.init(
      cell: { name, seed in
        let sampling = Sampling<Registry>(procedure, n: name.n, seed: seed)
        var granule = 1
        var minimum = 1
        switch procedure {
        case .sendFresh, .sendChurned: break
        case .subscribe, .unsubscribe: granule = name.n * Sampling<Registry>.registryCount(name.n)
        case .churn: minimum = 256
        }
        return Cell(name, granule: granule, minimum: minimum) { sampling.sampler() }
      },
      memory: { n, statistics in
        MemoryPass<Registry>(procedure, n: n, removalLimit: searchesForRemoval ? 4096 : n, statistics: statistics)
          .figures()
      },
      region: { CallgrindRegion(Registry.self, procedure, n: $0) })
  }
}

/// A promise that the measured candidate did not keep. The run continues, and its exit status reports the failure.
public struct FailedCheck: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

public import AllocatorStatistics
public import BenchmarkHarness

/// Everything that can be measured of one class doing one thing.
///
/// The closures are made where the class is known, so that all loops are compiled for it; nothing generic is left at
/// run time.
public struct Measurable {
  /// How it is timed; nil where times of this size say nothing new.
  public let cell: (CellName, _ seed: UInt64) -> Cell?
  /// Throws what a check found.
  public let memory: (_ n: Int, AllocatorStatistics) throws(FailedCheck) -> MemoryFigures?
  /// Nil where no instructions are counted.
  public let region: (_ n: Int) -> CallgrindRegion?
  /// What takes too long for many rounds, or is no time: measured once, after the rounds. Nil where there is no such
  /// figure. Throws what a check found.
  public let trial: ((_ n: Int) throws(FailedCheck) -> Trial?)?
  /// Whether the trial's figure does not depend on the moment.
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

  /// Measured by a trial alone.
  ///
  /// - Parameter isExact: Whether its figure repeats from run to run, so that runs without times want it too.
  public init(isExact: Bool = false, trial: @escaping (_ n: Int) throws(FailedCheck) -> Trial?) {
    cell = { _, _ in nil }
    memory = { _, _ in nil }
    region = { _ in nil }
    self.trial = trial
    isTrialExact = isExact
  }

  /// - Parameter searchesForRemoval: Whether a removal takes longer the more there are, so that memory is measured over
  ///   some of them only.
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

/// A promise that the measured thing did not keep: the run goes on, and ends with a status that says so.
public struct FailedCheck: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// The timing of the cells of one group, which are compared with each other, in one process.
///
/// Each cell is prepared once, so that what a process has at random (addresses, pages, the state of its heap) stays the
/// same in all rounds of the process. Other processes have something else at random, so the differences between
/// processes show how much it matters.
public struct GroupRun {
  /// The samples of one cell.
  public struct Outcome: Equatable, Sendable {
    /// The nanoseconds per operation, one number per round.
    public var samples: [Double]
    /// The failure of the first sample that failed.
    public var failure: String?
  }

  public let rounds: Int
  public let calibration: Calibration
  public let seed: UInt64
  /// Returns how often the system has taken the processor away from this thread.
  var preemptions: () -> Int = { Processor.preemptions }

  public init(rounds: Int, calibration: Calibration, seed: UInt64) {
    self.rounds = rounds
    self.calibration = calibration
    self.seed = seed
  }

  /// Prepares all cells in random order, then runs the rounds. A round visits each cell once, in random order, so that
  /// a slow moment of the machine affects all cells alike.
  ///
  /// - Parameter turn: Called before the preparation, and before each round.
  /// - Returns: One outcome per cell, in the order of `cells`.
  public func run(_ cells: [Cell], turn: () -> Void = {}) -> [Outcome] {
    var generator = SeededGenerator(seed: seed)
    turn()
    var prepared: [Int: (sampler: Cell.Sampler, operations: Int)] = [:]
    for index in cells.indices.shuffled(using: &generator) {
      let sampler = cells[index].prepare()
      prepared[index] = (
        sampler,
        calibration.operations(
          of: sampler, granule: cells[index].granule, minimum: cells[index].minimum, maximum: cells[index].maximum)
      )
    }
    var outcomes = [Outcome](repeating: Outcome(samples: [], failure: nil), count: cells.count)
    for _ in 0..<rounds {
      turn()
      for index in cells.indices.shuffled(using: &generator) {
        guard let (sampler, operations) = prepared[index] else { continue }
        // Another cell has displaced this cell's data from the caches. Cells with larger granules rebuild their data
        // before each sample anyway.
        if cells[index].granule == 1 { _ = sampler(max(operations / 4, 1)) }
        let sample = undisturbed { sampler(operations) }
        outcomes[index].samples.append(sample.nanosecondsPerOperation)
        outcomes[index].failure = outcomes[index].failure ?? sample.failure
      }
    }
    return outcomes
  }

  /// How often a sample is taken at most. Long samples are disturbed each time on a busy machine.
  private static let attempts = 4

  /// Takes a sample, and takes it again if the system gave the processor to another program meanwhile, whose time would
  /// be part of the sample. The last attempt counts in any case.
  private func undisturbed(_ take: () -> Sample) -> Sample {
    for _ in 1..<Self.attempts {
      let before = preemptions()
      let sample = take()
      if preemptions() == before || sample.failure != nil { return sample }
    }
    return take()
  }
}

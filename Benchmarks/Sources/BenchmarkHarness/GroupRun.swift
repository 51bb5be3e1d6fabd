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
        let sample = sampler(operations)
        outcomes[index].samples.append(sample.nanosecondsPerOperation)
        outcomes[index].failure = outcomes[index].failure ?? sample.failure
      }
    }
    return outcomes
  }
}

/// The timing of cells in interleaved rounds. The first round warms up, and determines how many operations make a
/// sample.
public struct Harness {
  public struct Outcome {
    /// One entry per cell. Nil where no round reached the cell, or a sample failed.
    public let statistics: [Statistics?]
    /// One entry per cell: the failure of the first sample that failed. Nil where all samples succeeded.
    public let failures: [String?]
    /// Whether the run was interrupted before the last round.
    public let isPartial: Bool
  }

  public let rounds: Int
  public let calibration: Calibration
  public let seed: UInt64

  public init(rounds: Int, calibration: Calibration, seed: UInt64) {
    self.rounds = rounds
    self.calibration = calibration
    self.seed = seed
  }

  /// Runs all rounds. After an ``Interruption``, finishes the cell in progress and stops.
  public func run(_ cells: [Cell], progress: ProgressLine) -> Outcome {
    var schedule = Schedule(cells, seed: seed)
    var operations = [Int](repeating: 0, count: cells.count)
    var samples = [[Double]](repeating: [], count: cells.count)
    var failures = [String?](repeating: nil, count: cells.count)
    var done = 0
    for round in 0...rounds {
      for index in schedule.nextRound() {
        if Interruption.isRequested { return outcome(samples, failures, isPartial: true) }
        let cell = cells[index]
        let label = round == 0 ? "warming up" : "round \(round) of \(rounds)"
        progress.show(
          done: done, of: cells.count * (rounds + 1), "\(label): \(cell.name)")
        let sampler = cell.prepare()
        if round == 0 {
          operations[index] = calibration.operations(of: sampler, granule: cell.granule, minimum: cell.minimum)
        } else {
          let sample = sampler(operations[index])
          samples[index].append(sample.nanosecondsPerOperation)
          failures[index] = failures[index] ?? sample.failure
        }
        done += 1
      }
    }
    return outcome(samples, failures, isPartial: false)
  }

  private func outcome(_ samples: [[Double]], _ failures: [String?], isPartial: Bool) -> Outcome {
    Outcome(
      statistics: zip(samples, failures).map { $1 == nil ? Statistics($0) : nil }, failures: failures,
      isPartial: isPartial)
  }
}

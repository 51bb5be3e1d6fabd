/// The result of one timed sample.
public struct Sample: Equatable, Sendable {
  public var nanoseconds: UInt64
  public var operations: Int
  /// The reason why the time is invalid, in words: an expected effect did not happen. Nil if the sample succeeded.
  public var failure: String?

  public init(nanoseconds: UInt64, operations: Int, failure: String? = nil) {
    self.nanoseconds = nanoseconds
    self.operations = operations
    self.failure = failure
  }

  public var nanosecondsPerOperation: Double { Double(nanoseconds) / Double(Swift.max(operations, 1)) }
}

/// One workload with one candidate at one size. A round visits each cell of its group once.
public struct Cell {
  /// Runs about the given number of operations, and times only them.
  public typealias Sampler = (_ operations: Int) -> Sample

  public let name: CellName
  /// The number of operations that belong together, such as all the removals that empty a registry. A sample is rounded
  /// to whole granules where they fit into ``Calibration/wholeLimit``.
  public let granule: Int
  /// The smallest meaningful number of operations. Fewer say little, for instance when the cost of an operation depends
  /// on which subscriber it hits.
  public let minimum: Int
  /// The largest number of operations of a sample, for operations whose preparation, which is not timed, takes much
  /// longer than the operations.
  public let maximum: Int
  /// Builds what the samples of one process need. The build is not timed.
  public let prepare: () -> Sampler

  public init(
    _ name: CellName, granule: Int = 1, minimum: Int = 1, maximum: Int = .max, prepare: @escaping () -> Sampler
  ) {
    self.name = name
    self.granule = granule
    self.minimum = minimum
    self.maximum = maximum
    self.prepare = prepare
  }

  /// Returns a cell that does more operations than it counts: a difference that is known to be there.
  ///
  /// - Parameter percent: Of 100 + percent operations, the sample counts 100.
  public func working(morePercent percent: Int) -> Cell {
    Cell(name, granule: granule, minimum: minimum, maximum: maximum) {
      let sampler = prepare()
      return { operations in
        var sample = sampler(operations)
        sample.operations = max(sample.operations * 100 / (100 + percent), 1)
        return sample
      }
    }
  }
}

/// What one timed sample found.
public struct Sample: Equatable, Sendable {
  public var nanoseconds: UInt64
  public var operations: Int
  /// Why the time means nothing, in words: what should have happened did not. Nil where all went well.
  public var failure: String?

  public init(nanoseconds: UInt64, operations: Int, failure: String? = nil) {
    self.nanoseconds = nanoseconds
    self.operations = operations
    self.failure = failure
  }

  public var nanosecondsPerOperation: Double { Double(nanoseconds) / Double(Swift.max(operations, 1)) }
}

/// One workload with one candidate at one size: what a round visits once.
public struct Cell {
  /// Runs about the given number of operations and times them, and only them.
  public typealias Sampler = (_ operations: Int) -> Sample

  public let name: CellName
  /// Operations that belong together, such as all the removals that empty a registry. A sample is rounded to whole ones
  /// where they fit into ``Calibration/wholeLimit``.
  public let granule: Int
  /// Fewer operations than this say little, for instance when their cost depends on where they hit.
  public let minimum: Int
  /// Builds what a sample needs. Untimed, and anew in every round, so that no candidate keeps a lucky place in memory.
  public let prepare: () -> Sampler

  public init(
    _ name: CellName, granule: Int = 1, minimum: Int = 1, prepare: @escaping () -> Sampler
  ) {
    self.name = name
    self.granule = granule
    self.minimum = minimum
    self.prepare = prepare
  }

  /// The cells that are compared with each other.
  struct Group: Hashable {
    let suite: String
    let workload: String
    let n: Int
  }

  var group: Group { Group(suite: name.suite, workload: name.workload, n: name.n) }
}

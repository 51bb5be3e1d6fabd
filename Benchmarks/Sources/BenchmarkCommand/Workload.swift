/// A workload: its name, its unit, and the words that the report and `--list` say about it.
public struct Workload: Hashable, Sendable {
  public let name: String
  /// Sentences that define one operation. What a candidate does instead is a note of the candidate.
  public let sentence: String
  /// The word for one operation, such as `delivery`, for the axes of charts.
  public let operation: String
  /// The unit of the workload's rows.
  public let unit: String
  /// The sizes of this workload where they differ from the suite's; nil otherwise.
  public let sizes: Sizes?
  /// The sizes at which a full run counts instructions, besides those that the suite chooses: enough for a growth
  /// class. No time is measured at a size that stands only here.
  public let counted: [Int]
  /// Whether the workload's threads need a processor each.
  public let isParallel: Bool

  public init(
    _ name: String, unit: String = "ns/op", per operation: String = "operation", sizes: Sizes? = nil,
    counted: [Int] = [], isParallel: Bool = false, _ sentence: String
  ) {
    self.name = name
    self.sentence = sentence
    self.operation = operation
    self.unit = unit
    self.sizes = sizes
    self.counted = counted
    self.isParallel = isParallel
  }
}

/// The numbers of subscribers of a full run and of a quick run.
public struct Sizes: Hashable, Sendable {
  public let full: [Int]
  public let quick: [Int]

  public init(full: [Int], quick: [Int]) {
    self.full = full
    self.quick = quick
  }

  /// The same sizes for a full run and a quick run.
  public init(_ sizes: Int...) { self.init(full: sizes, quick: sizes) }

  public func chosen(quick: Bool) -> [Int] { quick ? self.quick : full }

  public static func list(_ sizes: [Int]) -> String {
    sizes.isEmpty ? "none" : sizes.map(String.init).joined(separator: ",")
  }
}

/// A workload, defined in one sentence for `--list` and for readers of the figures.
public struct Workload: Hashable, Sendable {
  public let name: String
  public let definition: String
  /// The sizes of this workload where they differ from the suite's; nil otherwise.
  public let sizes: Sizes?

  public init(_ name: String, sizes: Sizes? = nil, _ definition: String) {
    self.name = name
    self.definition = definition
    self.sizes = sizes
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

  public func chosen(quick: Bool) -> [Int] { quick ? self.quick : full }

  public static func list(_ sizes: [Int]) -> String {
    sizes.isEmpty ? "none" : sizes.map(String.init).joined(separator: ",")
  }
}

public import ProgramReplay

/// A recorded program, and the parts of it that were replayed.
public struct ReplayedTrace: Sendable {
  public let path: String
  public let program: RecordedProgram
  /// Whether the recording was ended.
  public let isComplete: Bool
  /// The replayed operations of all registries.
  public let sequence: ReplaySequence
  /// The registry with the most work, with its replayed operations. Nil if the program has no other registry.
  public let busiest: (registry: RecordedRegistry, sequence: ReplaySequence)?

  /// O(operations).
  public init(path: String, program: RecordedProgram, isComplete: Bool) {
    self.path = path
    self.program = program
    self.isComplete = isComplete
    sequence = ReplaySequence(program)
    let registry = program.registries.count > 1 ? program.busiest : nil
    busiest = registry.flatMap { registry in
      program.restricted(to: registry.name).map { (registry, ReplaySequence($0)) }
    }.flatMap { $0.1.operations.isEmpty ? nil : $0 }
  }

  /// Returns the name of the workload that replays only the busiest registry.
  public static func busiestWorkload(_ name: String) -> String { name + ".busiest" }
}

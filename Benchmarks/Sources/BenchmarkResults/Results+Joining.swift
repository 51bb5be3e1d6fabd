extension Results {
  /// Returns these results together with rows of `earlier`: other suites, and other candidates of these suites. One
  /// suite may take several programs, each with its own candidates. If one of the two runs is partial, the result is
  /// partial.
  ///
  /// - Parameter candidates: All candidates of the program that found these results, measured this time or not. No
  ///   earlier row of these candidates is kept: the rows of a filtered run must not stand beside rows of another run.
  public func joining(_ earlier: Results?, replacing candidates: Set<String>) -> Results {
    guard let earlier else { return self }
    let lives = earlier.memoryLives.filter { !isOwn($0, candidates) } + memoryLives
    let suites = Set(measurements.map(\.suite))
    let own = Set(measurements.map(\.identity))
    let kept = earlier.measurements.filter { row in
      !(suites.contains(row.suite) && candidates.contains(row.candidate)) && !own.contains(row.identity)
    }
    guard !kept.isEmpty || lives.count > memoryLives.count else { return self }
    var joined = self
    joined.memoryLives = lives
    joined.measurements = kept + measurements
    joined.workloads = earlier.workloads.filter { known in !describes(known) } + workloads
    joined.partial = partial || earlier.partial
    joined.incomplete = earlier.incomplete.filter { !incomplete.contains($0) } + incomplete
    // The earlier answer did not know these results.
    joined.answer = []
    joined.environment.flags = environment.flags(joining: earlier.environment)
    return joined
  }

  /// Returns whether a program with these candidates measures the life.
  private func isOwn(_ life: MemoryLife, _ candidates: Set<String>) -> Bool {
    workloads.contains { $0.suite == life.suite } && candidates.contains(life.candidate)
  }

  private func describes(_ workload: WorkloadDescription) -> Bool {
    workloads.contains { ($0.suite, $0.name) == (workload.suite, workload.name) }
  }
}

extension Environment {
  private static let separator = " · "

  /// Returns the reason why results of the two environments cannot be in one report, or nil.
  ///
  /// Date and flags may differ, because each suite has its own.
  public func difference(from other: Environment) -> String? {
    let properties: [(String, String, String)] = [
      ("commit", commit, other.commit), ("processor", cpu, other.cpu), ("cores", "\(cores)", "\(other.cores)"),
      ("system", os, other.os), ("compiler", swift, other.swift),
      ("allocator", allocator.description, other.allocator.description),
    ]
    return properties.first { $0.1 != $0.2 }.map { "the \($0.0) is \($0.1), not \($0.2)" }
  }

  /// Returns the flags of both, each once.
  fileprivate func flags(joining earlier: Environment) -> String {
    let known = earlier.flags.split(separator: Self.separator).map(String.init)
    return (known + (known.contains(flags) ? [] : [flags])).joined(separator: Self.separator)
  }
}

extension Allocator: CustomStringConvertible {
  public var description: String {
    ([name, version].compactMap(\.self) + ["self-check \(selfCheck.rawValue)"]).joined(separator: " ")
  }
}

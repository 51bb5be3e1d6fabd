extension Results {
  /// These results, with those of `earlier` for suites that these have nothing of. One partial run makes the whole partial.
  public func joining(_ earlier: Results?) -> Results {
    guard let earlier else { return self }
    let own = Set(measurements.map(\.suite))
    let kept = earlier.measurements.filter { !own.contains($0.suite) }
    guard !kept.isEmpty else { return self }
    var joined = self
    joined.measurements = kept + measurements
    joined.partial = partial || earlier.partial
    joined.environment.flags = environment.flags(joining: earlier.environment)
    return joined
  }
}

extension Environment {
  private static let separator = " · "

  /// Why results of the two cannot stand in one report, or nil.
  ///
  /// Date and flags may differ: they are the suites' own.
  public func difference(from other: Environment) -> String? {
    let properties: [(String, String, String)] = [
      ("commit", commit, other.commit), ("processor", cpu, other.cpu), ("cores", "\(cores)", "\(other.cores)"),
      ("system", os, other.os), ("compiler", swift, other.swift),
      ("allocator", allocator.description, other.allocator.description),
    ]
    return properties.first { $0.1 != $0.2 }.map { "its \($0.0) is \($0.1), not \($0.2)" }
  }

  /// Both, unless they are the same.
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

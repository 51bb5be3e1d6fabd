import ArgumentParser
import Foundation

/// Which cells the user asked for.
struct Selection {
  let sizes: [Int]
  let pairs: [(workload: Workload, candidate: Candidate)]

  /// Throws a message that lists what would have been valid.
  init(sizes text: String?, quick: Bool, filters: [String]) throws {
    sizes = try text.map(Self.sizes) ?? (quick ? Sizes.quick : Sizes.full)
    pairs = Workload.allCases.flatMap { workload in
      Candidate.all.filter { $0.supports(workload) }.map { (workload, $0) }
    }.filter { workload, candidate in
      filters.isEmpty || filters.contains { Self.matches("\(workload.rawValue)/\(candidate.name)", $0) }
    }
    if pairs.isEmpty {
      throw ValidationError(
        """
        --filter \(filters.joined(separator: " ")) matches nothing. It is a part of workload/candidate, or a pattern \
        with * and ? for all of it.
        Workloads: \(Workload.allCases.map(\.rawValue).joined(separator: ", "))
        Candidates: \(Candidate.all.map(\.name).joined(separator: ", "))
        Floors only send.
        """)
    }
  }

  private static func sizes(_ text: String) throws -> [Int] {
    let sizes = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Int($0.trimmingCharacters(in: .whitespaces))
    }
    guard sizes.allSatisfy({ $0.map(Sizes.valid.contains) ?? false }) else {
      throw ValidationError(
        """
        --sizes \(text) is not valid. Sizes are whole numbers from \(Sizes.valid.lowerBound) to \
        \(Sizes.valid.upperBound), separated by commas.
        Without the option: \(list(Sizes.full)); with --quick: \(list(Sizes.quick)).
        """)
    }
    return Set(sizes.compactMap { $0 }).sorted()
  }

  static func list(_ sizes: [Int]) -> String { sizes.map(String.init).joined(separator: ",") }

  private static func matches(_ name: String, _ filter: String) -> Bool {
    filter.contains { "*?[".contains($0) } ? fnmatch(filter, name, 0) == 0 : name.contains(filter)
  }
}

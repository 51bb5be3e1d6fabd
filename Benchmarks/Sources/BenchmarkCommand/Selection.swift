import ArgumentParser
public import BenchmarkHarness
import Foundation

/// The cells that the user asked for, ordered by workload, then candidate, then size. So each curve is in one piece in
/// the file.
public struct Selection {
  public let cells: [CellName]
  /// The candidates whose memory over a life is measured.
  let lives: [String]
  /// The number of subscribers at the peak of a life.
  let peak: Int

  /// Throws a message that lists the valid choices.
  ///
  /// - Parameter sizes: The sizes to use in place of the suite's.
  public init(_ suite: Suite, sizes: [Int]? = nil, quick: Bool, filters: [String]) throws {
    cells = suite.workloads.flatMap { workload in
      suite.candidates.filter { $0.measurables[workload.name] != nil }
        .filter { Self.matches("\(workload.name)/\($0.name)", filters) }
        .flatMap { candidate in
          (sizes ?? (workload.sizes ?? suite.sizes).chosen(quick: quick)).map {
            CellName(suite: suite.name, workload: workload.name, candidate: candidate.name, n: $0)
          }
        }
    }
    lives = suite.candidates.filter { $0.life != nil }.map(\.name)
      .filter { Self.matches("\(LifePass.workload)/\($0)", filters) }
    peak = (sizes ?? suite.sizes.chosen(quick: quick)).max() ?? 1
    if cells.isEmpty, lives.isEmpty {
      throw ValidationError(
        """
        --filter \(filters.joined(separator: " ")) matches nothing. Write a part of workload/candidate, or a pattern \
        with * and ? for the whole name. Not every candidate takes part in every workload.
        Workloads: \(suite.allWorkloads.joined(separator: ", "))
        Candidates: \(suite.candidates.map(\.name).joined(separator: ", "))
        """)
    }
  }

  private static func matches(_ name: String, _ filters: [String]) -> Bool {
    filters.isEmpty
      || filters.contains { filter in
        filter.contains { "*?[".contains($0) } ? fnmatch(filter, name, 0) == 0 : name.contains(filter)
      }
  }
}

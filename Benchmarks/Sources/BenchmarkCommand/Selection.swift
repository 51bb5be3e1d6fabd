import ArgumentParser
public import BenchmarkHarness
import Foundation

/// The cells that the user asked for, ordered by workload, then candidate, then size. So each curve is in one piece in
/// the file.
public struct Selection {
  /// The cells whose memory and times are measured.
  public let cells: [CellName]
  /// The candidates whose memory over a life is measured.
  let lives: [String]
  /// The number of subscribers at the peak of a life.
  let peak: Int
  /// The cells whose instructions are counted for a growth class. Empty for a quick run, and for sizes of the user's.
  let counted: [CellName]
  /// The cells of both kinds, each once.
  let all: [CellName]

  /// Throws a message that lists the valid choices.
  ///
  /// - Parameter sizes: The sizes to use in place of the suite's.
  public init(_ suite: Suite, sizes: [Int]? = nil, quick: Bool, filters: [String]) throws {
    func cells(_ sizes: (Workload) -> [Int]) -> [CellName] {
      suite.workloads.flatMap { workload in
        suite.candidates.filter { $0.measurables[workload.name] != nil }
          .filter { Self.matches("\(workload.name)/\($0.name)", filters) }
          .flatMap { candidate in
            sizes(workload).map {
              CellName(suite: suite.name, workload: workload.name, candidate: candidate.name, n: $0)
            }
          }
      }
    }
    func measured(_ workload: Workload) -> [Int] {
      sizes ?? (workload.sizes ?? suite.sizes).chosen(quick: quick)
    }
    func counted(_ workload: Workload) -> [Int] { sizes != nil || quick ? [] : workload.counted }
    self.cells = cells(measured)
    // The repetition of a candidate, which is for times, would say nothing new.
    self.counted = cells(counted).filter { !$0.candidate.hasSuffix("-again") }
    all = cells { Set(measured($0) + counted($0)).sorted() }
    lives = suite.candidates.filter { $0.life != nil }.map(\.name)
      .filter { Self.matches("\(LifePass.workload)/\($0)", filters) }
    peak = (sizes ?? suite.sizes.chosen(quick: quick)).max() ?? 1
    if self.cells.isEmpty, lives.isEmpty {
      throw ValidationError(
        """
        --filter \(filters.joined(separator: " ")) matches nothing. Write a part of workload/candidate, or a pattern \
        with * and ? for the whole name. Not every candidate takes part in every workload.
        Workloads: \(suite.allWorkloads.joined(separator: ", "))
        Candidates: \(suite.candidates.map(\.name).joined(separator: ", "))
        """)
    }
  }

  /// The candidates of the chosen cells.
  public var candidates: Set<String> { Set(cells.map(\.candidate)) }

  private static func matches(_ name: String, _ filters: [String]) -> Bool {
    filters.isEmpty
      || filters.contains { filter in
        filter.contains { "*?[".contains($0) } ? fnmatch(filter, name, 0) == 0 : name.contains(filter)
      }
  }
}

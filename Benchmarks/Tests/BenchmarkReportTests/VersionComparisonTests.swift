import BenchmarkResults
import Testing

@testable import BenchmarkReport

@Suite("The comparison of two versions")
struct VersionComparisonTests {
  private static let sizes = [16, 4096]

  /// - Parameter change: The change that the second version makes to the results of the first.
  private func compare(
    isInterleaved: Bool = true, threshold: Double = 0.05, _ change: (inout Results) -> Void = { _ in }
  ) -> VersionComparison {
    let before = CannedResults(sizes: Self.sizes).results
    var after = before
    change(&after)
    return VersionComparison(
      ("v1", before), ("v2", after), isInterleaved: isInterleaved, threshold: threshold)
  }

  /// Multiplies the times of a candidate.
  private func slow(_ results: inout Results, _ candidate: String, _ factor: Double) {
    for index in results.measurements.indices where results.measurements[index].candidate == candidate {
      results.measurements[index].samples = results.measurements[index].samples?.map { $0.map { $0 * factor } }
    }
  }

  @Test func `equal results show no difference`() {
    let comparison = compare()
    #expect(comparison.passed)
    #expect(!comparison.rows.isEmpty)
    #expect(comparison.rows.allSatisfy { $0.call == .noDifference })
    #expect(comparison.text.contains("no regression beyond 5.0 %"))
  }

  @Test(arguments: [true, false]) func `a storage that got slower beyond the threshold fails`(_ isInterleaved: Bool) {
    let comparison = compare(isInterleaved: isInterleaved) { slow(&$0, "dense", 1.1) }
    #expect(!comparison.passed)
    #expect(!comparison.regressions.isEmpty)
    #expect(comparison.regressions.allSatisfy { $0.candidate == "dense" && $0.call == .slower })
    #expect(comparison.text.contains("FAILED"))
  }

  @Test func `a small slow-down is named, and fails only beyond the threshold`() {
    let small = compare { slow(&$0, "dense", 1.04) }
    #expect(small.passed)
    #expect(small.rows.contains { $0.call == .slower })
    #expect(!compare(threshold: 0.03) { slow(&$0, "dense", 1.04) }.passed)
  }

  @Test func `code that both versions share is a control, and cannot fail`() {
    let comparison = compare { slow(&$0, "floor-swift", 1.3) }
    #expect(comparison.passed)
    #expect(comparison.text.contains("1.30 × (1.30–1.30)"))
  }

  @Test func `a library is a control, also one that the report does not know by name`() {
    var canned = CannedRuntime()
    canned.libraries["replay.send"] = ["some-library": 300]
    func passes(slower candidate: String) -> Bool {
      var after = canned.results
      slow(&after, candidate, 1.3)
      return VersionComparison(("v1", canned.results), ("v2", after), isInterleaved: true, threshold: 0.05).passed
    }
    #expect(passes(slower: "opencombine"))
    #expect(passes(slower: "some-library"))
    #expect(!passes(slower: "switchboard"))
    #expect(!passes(slower: "registry"))
  }

  @Test func `an exact figure that got worse beyond the threshold fails`() {
    let comparison = compare { results in
      for index in results.measurements.indices where results.measurements[index].candidate == "dense" {
        results.measurements[index].mallocsPerOp? += 1
      }
    }
    #expect(!comparison.passed)
    #expect(comparison.regressions.isEmpty)
    #expect(comparison.exactRegressions.allSatisfy { $0.figure == .mallocsPerOp })
  }

  @Test func `times of different machines are not compared, and the text says so`() {
    let comparison = compare(isInterleaved: false) {
      slow(&$0, "dense", 2)
      $0.environment.cpu = "another"
    }
    #expect(comparison.passed)
    #expect(comparison.rows.isEmpty)
    #expect(comparison.comparedExactly > 0)
    let note = "Times and instructions are not compared, because the runs used AMD EPYC and another."
    #expect(comparison.text.contains(note))
  }

  @Test func `nothing to compare is a failure`() {
    #expect(!compare { $0.measurements = [] }.passed)
  }

  @Test func `a cell that only one version has is named`() {
    let comparison = compare { results in results.measurements.removeAll { $0.candidate == "array" } }
    #expect(comparison.notes.contains { $0.hasPrefix("Only v1 has ") })
  }
}

import BenchmarkResults
import Testing

@testable import BenchmarkReport

@Suite("The agreement of runs")
struct AgreementTests {
  private func run(_ factor: Double = 1) -> Results {
    var results = CannedResults(sizes: [1, 16, 256, 4096, 65536]).results
    for index in results.measurements.indices where results.measurements[index].candidate == "linked-list" {
      results.measurements[index].samples = results.measurements[index].samples?.map { $0.map { $0 * factor } }
      results.measurements[index].median? *= factor
    }
    return results
  }

  @Test func `equal runs agree`() {
    let agreement = Agreement([run(), run(), run()])
    #expect(agreement.passed)
    #expect(agreement.share == 1)
    #expect(agreement.rows.allSatisfy { $0.pairs == 6 })
    #expect(agreement.text.contains("passed: "))
  }

  @Test func `figures that lie outside of the other intervals fail, although the claims agree`() {
    let agreement = Agreement([run(), run(1.2), run(1.4)])
    #expect(!agreement.passed)
    #expect(agreement.differingClaims.isEmpty)
  }

  @Test func `another claim fails, and is shown`() {
    let agreement = Agreement([run(), run(0.05)])
    #expect(!agreement.passed)
    #expect(!agreement.differingClaims.isEmpty)
    #expect(agreement.text.contains("**Differs**"))
  }

  @Test func `one run, and runs of two commits, prove nothing`() {
    #expect(!Agreement([run()]).passed)
    var other = run()
    other.environment.commit = "fedcba9"
    #expect(Agreement([run(), other]).problems.contains { $0.contains("different commits") })
  }
}

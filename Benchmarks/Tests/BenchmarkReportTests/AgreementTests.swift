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
    #expect(agreement.claims.allSatisfy { $0.rows.allSatisfy { $0.pairs == 6 } })
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
    #expect(agreement.text.contains("**Differs:**"))
  }

  @Test func `each figure of the answer is compared`() {
    let names = Answer(run()).lines.flatMap { $0.figures.map(\.name) }
    #expect(!names.isEmpty)
    #expect(Agreement([run(), run()]).claims.flatMap(\.rows).map(\.name) == names)
  }

  @Test func `a run without a figure leaves a gap`() {
    let figures = { (ratio: Double) in AnswerFigure(name: "a ÷ b", ratio: ratio, low: ratio - 1, high: ratio + 1) }
    let row = Agreement.FigureRow(name: "a ÷ b", figures: [figures(2), nil, figures(2.5), figures(9)])
    #expect(row.pairs == 6)
    #expect(row.contained == 2)
  }

  @Test func `one run, and runs of two commits, prove nothing`() {
    #expect(!Agreement([run()]).passed)
    var other = run()
    other.environment.commit = "fedcba9"
    #expect(Agreement([run(), other]).problems.contains { $0.contains("different commits") })
    #expect(Agreement([run(), other], ofSeveralCommits: true).passed)
  }
}

import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("The section and the baseline of clients")
struct ClientSectionTests {
  private let results = CannedClients().results

  private func check(cpu: String? = nil, swift: String? = nil, _ change: (inout Results) -> Void = { _ in })
    -> BaselineCheck
  {
    var accepted = results
    accepted.environment.cpu = "AMD EPYC (family 25, model 17)"
    var run = accepted
    if let cpu { run.environment.cpu = cpu }
    if let swift { run.environment.swift = swift }
    change(&run)
    return BaselineCheck(run, against: Baseline(accepted))
  }

  @Test func `the report shows both libraries and their ratio, and what is missing`() {
    let text = ReportText.markdown(results, withCharts: false)
    #expect(text.contains("## What does the library cost its clients?"))
    #expect(text.contains("| `library.build` | 1 | CPU s | 24.0 (23.5–24.5) | 12.0 | 2.00\u{a0}× |"))
    #expect(text.contains("| `client.code` | 100 | bytes | 781,648 | 151,362 | 5.16\u{a0}× |"))
    #expect(text.contains("| `hello.code` | 1 | bytes | 1,509,533 | n/a | n/a |"))
    #expect(text.contains("The code of n functions."))
  }

  @Test func `the baseline has the bytes of code, and no times`() throws {
    let baseline = Baseline(results)
    #expect(baseline.figures.map(\.workload) == ["client.code", "client.code", "hello.code"])
    #expect(baseline.figures.map(\.codeBytes) == [781_648, 151_362, 1_509_533])
    let text = String(decoding: try JSONFile.data(Baseline(CannedResults().results)), as: UTF8.self)
    #expect(!text.contains("codeBytes"))
  }

  @Test func `code may grow by one percent`() {
    #expect(check().passed)
    #expect(check { $0.measurements[2].median! *= 1.009 }.changes.isEmpty)
    let larger = check { $0.measurements[2].median! *= 1.011 }
    #expect(!larger.passed)
    #expect(larger.text.contains("bytes of code"))
    #expect(check { $0.measurements[2].median! *= 0.5 }.changes.map(\.kind) == [.improvement])
    #expect(check { $0.measurements.removeLast() }.changes.map(\.kind) == [.missing])
  }

  @Test func `code is compared only with that of the same compiler and architecture`() {
    #expect(!check(cpu: "Intel Xeon (family 6, model 85)") { $0.measurements[2].median! *= 2 }.passed)
    for check in [check(cpu: "aarch64"), check(swift: "Swift 7.0")] {
      #expect(check.compared == 0)
      #expect(check.notes.contains { $0.hasPrefix("Bytes of code are not compared: the baseline ") })
    }
  }
}

import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("Compact JSON")
struct CompactJSONTests {
  private func compact(_ text: String) -> String { String(decoding: CompactJSON.data(Data(text.utf8)), as: UTF8.self) }

  @Test func `an array of numbers takes one line, and everything else stays`() {
    #expect(compact("[\n  [\n    1,\n    -2.5e3\n  ],\n  [\n\n  ]\n]") == "[\n  [1, -2.5e3],\n  []\n]")
    #expect(compact("{\n  \"a\" : [\n    null\n  ]\n}") == "{\n  \"a\" : [null]\n}")
    #expect(compact("[\n  \"a\"\n]") == "[\n  \"a\"\n]")
    #expect(compact("[\n  {\n  }\n]") == "[\n  {\n  }\n]")
  }

  @Test func `brackets in strings are no arrays`() {
    for text in [#"{"a" : "[ 1,  2 ]"}"#, #"{"a\"[ 1,  2 ]" : 1}"#, #"["\\", "[ 1,  2 ]"]"#, "[", "\"[", "\"\\"] {
      #expect(compact(text) == text)
    }
  }

  @Test func `results read the same, and the rounds of a process are one line`() throws {
    let results = CannedResults(sizes: [1, 64], heaps: ["clean", "aged"]).results
    let data = try ResultsFile.data(results)
    #expect(try JSONDecoder().decode(Results.self, from: data) == results)
    #expect(try ResultsFile.data(results) == data)
    let samples = results.measurements.reduce(0) { $0 + ($1.samples?.count ?? 0) }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.contains(/\[[\d., ]+\]/) } == samples)
    #expect(samples > 1000)
  }
}

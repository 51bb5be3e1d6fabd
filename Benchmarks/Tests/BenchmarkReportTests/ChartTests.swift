import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("Charts")
struct ChartTests {
  private func charts(_ canned: CannedResults = CannedResults()) -> [String: Chart] {
    let all = CannedReports.blocks(canned.results).compactMap { block -> Chart? in
      if case .chart(let chart) = block { chart } else { nil }
    }
    return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  }

  /// Returns the specification as a renderer reads it.
  private func object(_ chart: Chart) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: JSONFile.data(chart.spec)) as? [String: Any])
  }

  @Test func `there is one for each workload, one for memory, one for reference counting and one for all`() {
    #expect(
      charts().keys.sorted() == [
        "storage-churn", "storage-memory", "storage-overview", "storage-reference-counting", "storage-send.churned",
        "storage-send.fresh", "storage-subscribe", "storage-unsubscribe.fifo", "storage-unsubscribe.lifo",
        "storage-unsubscribe.random",
      ])
  }

  @Test func `every specification is valid JSON with a schema and a title`() throws {
    for chart in charts().values {
      let spec = try object(chart)
      #expect((spec["$schema"] as? String)?.contains("vega-lite") == true)
      #expect((spec["title"] as? [String: Any])?["text"] as? String == chart.title)
    }
  }

  @Test func `times are drawn over n on logarithmic axes, by candidate`() throws {
    let spec = try object(#require(charts()["storage-churn"]))
    let x = try #require((spec["encoding"] as? [String: Any])?["x"] as? [String: Any])
    #expect(x["field"] as? String == "n")
    #expect((x["scale"] as? [String: Any])?["type"] as? String == "log")
    let layers = try #require(spec["layer"] as? [[String: Any]])
    let line = try #require(layers[2]["encoding"] as? [String: [String: Any]])
    #expect(line["y"]?["field"] as? String == "median")
    #expect((line["y"]?["scale"] as? [String: Any])?["type"] as? String == "log")
    #expect(line["color"]?["field"] as? String == "candidate")
    #expect((line["y"]?["axis"] as? [String: Any])?["title"] as? String == "ns per delivery")
  }

  @Test func `processes are dots, and intervals are rules`() throws {
    let spec = try object(#require(charts()["storage-churn"]))
    let layers = try #require(spec["layer"] as? [[String: Any]])
    let dots = try #require((layers[0]["data"] as? [String: [Any]])?["values"])
    let rows = try #require((spec["data"] as? [String: [Any]])?["values"])
    #expect(dots.count == 12 * rows.count)
    let rule = try #require(layers[1]["encoding"] as? [String: [String: Any]])
    #expect(rule["y"]?["field"] as? String == "low")
    #expect(rule["y2"]?["field"] as? String == "high")
  }

  @Test func `a candidate has the same colour in every chart`() {
    let few = CandidateEncoding(candidates: ["dense"]).color["scale"]?["range"]
    let many = CandidateEncoding(candidates: ["array", "dense"]).color["scale"]?["range"]
    #expect(few == .array(["#009e73"]))
    #expect(many == .array(["#d55e00", "#009e73"]))
  }

  @Test func `candidates that nobody knows get different colours`() {
    let names = ["x", "y", "z"]
    #expect(Set(names.map { CandidateStyle.of($0, among: names).color }).count == 3)
  }

  @Test func `the control is not drawn`() throws {
    for chart in charts().values {
      #expect(!String(decoding: try JSONFile.data(chart.spec), as: UTF8.self).contains("dense-again"))
    }
  }

  @Test func `the overview marks where linked list and array cross`() throws {
    let text = String(decoding: try JSONFile.data(#require(charts()["storage-overview"]).spec), as: UTF8.self)
    #expect(text.contains("n ≈ 18"))
  }

  @Test func `a run without times has no charts`() {
    #expect(charts(CannedResults(sizes: [])).isEmpty)
  }

  @Test func `ticks are round and inside the axis`() {
    let axis = LogAxis([0.012, 700])
    #expect(axis.ticks == [0.01, 0.1, 1, 10, 100, 1000])
    #expect(LogAxis([1.9, 6]).ticks == [2, 3, 5])
    #expect(LogAxis([40, 80]).ticks == [40, 50, 60, 70, 80])
    #expect(!LogAxis([]).ticks.isEmpty)
    #expect(axis.ticks.allSatisfy(axis.domain.contains))
  }

  @Test func `file names hold nothing that a path could trip over`() {
    let chart = Chart(name: "a/b c..", title: "", subtitle: "", contents: [:])
    #expect(chart.name == "a-b-c..")
  }
}

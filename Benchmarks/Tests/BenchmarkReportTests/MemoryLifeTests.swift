import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("The memory over the life of a registry")
struct MemoryLifeTests {
  private func figures(_ candidate: String, _ allocator: String) throws -> LifeFigures {
    try #require(
      LifeFigures.all(CannedLives().lives).first { ($0.life.candidate, $0.life.allocator) == (candidate, allocator) })
  }

  private func text(_ results: Results) -> String {
    ReportText.markdown(results, withCharts: true).replacing(Figure.space, with: " ")
  }

  @Test func `the moments are the fullest, after most have left, empty and purged`() throws {
    let life = try figures("dense", "jemalloc")
    #expect(life.peakSubscribers == 1000)
    #expect(life.waves == 1)
    // The most resident of the two points with 1000 subscribers.
    #expect(life.peak?.point.resident == 120_000)
    #expect(life.shrunk?.point.subscribers == 125)
    #expect(life.empty?.point.step == .empty)
    #expect(life.left(life.shrunk) == 0.75)
    #expect(life.left(life.purged) == 0.1)
  }

  @Test func `fragmentation is what nobody requested, and what no live block occupies`() throws {
    let peak = try #require(try figures("dense", "jemalloc").peak)
    #expect(peak.internalFragmentation == 0)
    #expect(peak.externalFragmentation == 0.25)
    #expect(try abs(#require(peak.inUsedPages) - 1.0 / 12) < 1e-9)
    #expect(try abs(#require(peak.inKeptPages) - 2.0 / 12) < 1e-9)
    #expect(peak.residentBytes(per: 1000) == 120)
    #expect(peak.residentBytes(per: 0) == nil)
  }

  @Test func `requests are those of the same candidate under jemalloc`() throws {
    let system = try #require(try figures("dense", "system").peak)
    #expect(system.requested == 90_000)
    #expect(system.internalFragmentation == 0.1)
    #expect(system.inUsedPages == nil)
    var lives = CannedLives(candidates: ["dense"]).lives
    // A life with other points is not compared.
    lives[0].points.removeFirst()
    #expect(LifeFigures.all(lives).last?.peak?.requested == nil)
    #expect(LifeFigures.all(Array(lives.dropFirst())).last?.peak?.internalFragmentation == nil)
  }

  @Test func `untouched pages are no fragmentation, and nothing is a part of nothing`() {
    func moment(_ point: MemoryLife.Point) -> LifeFigures.Moment { .init(point: point, requested: point.requested) }
    let untouched = moment(.init(step: .grow, subscribers: 1, allocated: 100, resident: 50))
    #expect(untouched.externalFragmentation == 0)
    let nothing = moment(.init(step: .gone, subscribers: 0, requested: 0, allocated: 0, active: 0, resident: 0))
    #expect(nothing.internalFragmentation == nil)
    #expect(nothing.externalFragmentation == nil)
  }

  @Test func `the report says what is to be seen`() {
    let text = text(CannedLives().results)
    #expect(text.contains("### Memory over the life of a registry"))
    #expect(text.contains("One registry grows to 1000 subscribers."))
    #expect(text.contains("as many join, 1 time. Then subscribers leave in random order, down to 125, and"))
    #expect(text.contains("- `jemalloc`: at the peak a subscriber takes 120 B in every storage; 0.0 % of the"))
    #expect(text.contains("with 125 subscribers left, 75.0 % of the peak is still resident; with none left, 75.0 %; "))
    #expect(text.contains("after the purge, 10.0 %."))
    #expect(
      text.contains(
        "| `dense` | jemalloc | 120 | 0.0 % | 25.0 % (8.3 % + 16.7 %) | 720 | 0.0 % | 87.5 % (54.2 % + 33.3 %) "
          + "| 90 | 12 |"))
    #expect(text.contains("| `dense` | system | 120 | 10.0 % | 16.7 % | 720 | 10.0 % | 86.1 % | 90 | 12 |"))
    #expect(text.contains("| `dense` | mimalloc | 120 | n/a | n/a | 720 | n/a | n/a | 90 | 12 |"))
    #expect(text.contains("](charts/storage-memory-life.svg)"))
  }

  @Test func `storages that differ are named`() {
    var results = CannedLives(candidates: ["array", "dense"], allocators: ["jemalloc"]).results
    for index in results.memoryLives[0].points.indices { results.memoryLives[0].points[index].resident = 240_000 }
    #expect(text(results).contains("a subscriber takes 120 B (`dense`) to 240 B (`array`)"))
  }

  @Test func `without figures the report says n/a, and without lives nothing`() {
    var results = CannedLives(allocators: ["system"]).results
    for life in results.memoryLives.indices {
      for point in results.memoryLives[life].points.indices { results.memoryLives[life].points[point].resident = nil }
    }
    #expect(text(results).contains("n/a: neither the allocator nor the system tells the memory."))
    #expect(!text(CannedResults().results).contains("Memory over the life"))
  }

  @Test func `the chart has a panel for each allocator, and lines only for what was measured`() throws {
    let chart = try #require(MemoryLifeChart.chart(LifeFigures.all(CannedLives().lives)))
    let spec = try #require(JSONSerialization.jsonObject(with: JSONFile.data(chart.spec)) as? [String: Any])
    let row = try #require((spec["facet"] as? [String: [String: Any]])?["row"])
    #expect(row["sort"] as? [String] == ["jemalloc", "mimalloc", "system"])
    let rows = try #require((spec["data"] as? [String: [[String: Any]]])?["values"])
    let allocated = rows.filter { $0["figure"] as? String == "allocated" }
    #expect(rows.filter { $0["figure"] as? String == "resident" }.count == 9 * 8)
    #expect(Set(allocated.compactMap { $0["allocator"] as? String }) == ["jemalloc", "system"])
    let text = String(decoding: try JSONFile.data(chart.spec), as: UTF8.self)
    #expect(
      text.contains("['grow 1', '1000', 'churn 500', '1000', 'shrink 125', 'empty', 'purge', 'gone'][datum.value]"))
    #expect(MemoryLifeChart.chart([]) == nil)
  }

  @Test func `lives survive the way through the file, with explicit nulls`() throws {
    let results = CannedLives().results
    let data = try ResultsFile.data(results)
    #expect(try JSONDecoder().decode(Results.self, from: data) == results)
    #expect(String(decoding: data, as: UTF8.self).contains("\"retained\" : null"))
  }

  @Test func `lives of another suite stay, and those of the same program do not`() {
    var earlier = CannedLives().results
    earlier.memoryLives[0].suite = "other"
    let later = CannedLives(allocators: ["system"]).results
    let joined = later.joining(earlier, replacing: ["array", "linked-list", "dense"])
    #expect(joined.memoryLives.count == 4)
    #expect(joined.memoryLives.first?.suite == "other")
    var runtime = CannedRuntime().results
    runtime.memoryLives = []
    #expect(runtime.joining(earlier, replacing: ["switchboard"]).memoryLives == earlier.memoryLives)
  }
}

import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("Pictures")
struct PictureTests {
  private func picture(_ name: String, _ results: Results) throws -> Picture {
    try #require(Pictures(results).all.first { $0.name == name })
  }

  @Test func `the picture of storages has each time at its place, and marks where two storages are equal`() throws {
    let results = CannedResults().results
    let overview = try picture("overview", results)
    #expect(overview.panels.map(\.workload) == ["send.churned", "unsubscribe.random"])
    let panel = overview.panels[1].body
    let names = panel.matches(of: /<polyline data-candidate="([^"]+)" points="([^"]+)"/)
    #expect(names.map { String($0.1) } == StorageCandidates.main)
    for line in names { #expect(line.2.split(separator: " ").count == 9) }
    // A removal takes 11.4 + 0.42 n with the array, 16 with dense slots and 19.2 with the list, and 20 ÷ n more. The
    // lines are straight from 4 to 16 and to 64, and so meet before the curves do.
    #expect(panel.contains(">array = dense, n ≈ 9<"))
    #expect(panel.contains(">array = linked-list, n ≈ 18<"))
    #expect(panel.matches(of: /class="ring"/).count == 2)
    let last = try #require(
      results.measurements.last { ($0.candidate, $0.n) == ("array", 65536) && $0.workload == "unsubscribe.random" })
    #expect(panel.contains(">array \(Figure.number(last.median))<"))
    #expect(overview.text.contains("array and dense are equal at n ≈ 9"))
    #expect(overview.text.contains("\(Figure.number(last.median)) ns with array"))
  }

  @Test func `the pictures of the reference are those that its results draw`() throws {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let reference = root.appending(path: "Reports/reference")
    let pictures = Pictures(try ResultsFile.read(reference.appending(path: "results.json"))).all
    #expect(pictures.count == 2)
    for picture in pictures {
      let committed = try String(contentsOf: reference.appending(path: picture.file), encoding: .utf8)
      #expect(committed == picture.svg, "draw them: benchmark-report pictures Reports/reference/results.json FOLDER")
    }
  }

  @Test func `the places of points follow a logarithmic scale`() throws {
    let panel = try picture("overview", CannedResults(candidates: ["dense", "dense-again"]).results).panels[0].body
    let points = try #require(panel.firstMatch(of: /points="([^"]+)"/)).1.split(separator: " ")
    let places = points.map { $0.split(separator: ",").compactMap { Double($0) } }
    let steps = zip(places, places.dropFirst()).map { $1[0] - $0[0] }
    for step in steps { #expect(abs(step - steps[0]) < 0.05, "each n is four times the one before") }
    // A delivery takes 1.93 + 4 ÷ n, less from size to size; above is slower.
    #expect(places[0][1] < places[1][1] && places[1][1] < places[2][1])
  }

  @Test func `words beside lines that end together stand apart`() throws {
    for panel in try picture("overview", CannedResults(jitter: 0).results).panels {
      let places = panel.body.matches(of: /<text class="name" x="253" y="([^"]+)"/).compactMap { Double($0.1) }
      #expect(places.count == 3)
      for (a, b) in zip(places.sorted(), places.sorted().dropFirst()) { #expect(b - a >= 13.9) }
    }
  }

  @Test func `without a control nothing is marked as equal`() throws {
    let overview = try picture("overview", CannedResults(candidates: StorageCandidates.main).results)
    #expect(!overview.svg.contains("class=\"ring\""))
  }

  @Test(arguments: [
    (CannedResults(candidates: ["linked-list"]), 2), (CannedResults(sizes: [16, 256], jitter: 0.8, partial: true), 2),
    (CannedResults(workloads: ["churn", "send.churned"]), 1), (CannedResults(workloads: ["churn"]), 0),
    (CannedResults(sizes: [64]), 0),
  ])
  func `the picture shows what was measured, and is left out where nothing can be shown`(
    _ canned: CannedResults, panels: Int
  ) {
    let results = canned.results
    #expect(Pictures(results).all.flatMap(\.panels).count == panels)
    #expect(
      ReportText.markdown(results, withCharts: true).contains("(overview.svg)")
        == (panels > 0 && canned.candidates.count > 1))
  }

  @Test func `the picture of costs has a row for each comparison that was measured`() throws {
    var runtime = CannedRuntime()
    runtime.times["async.values"] = (400, 1000)
    runtime.libraries["async.values"] = ["asyncstream": 1200]
    let costs = try picture("costs", runtime.results)
    let cells = costs.svg.matches(of: /data-cell="([^"]+)"/).map { String($0.1) }
    #expect(
      cells == [
        "subject.send opencombine 1", "subject.send opencombine 256", "operators.map+filter opencombine 1",
        "async.values asyncstream 1",
      ])
    #expect(costs.text.contains("32.0 × as fast as OpenCombine: send to one subscriber"))
    #expect(costs.text.contains("3.00 × as fast as AsyncStream: value that a task reads"))
    runtime.hasControl = false
    #expect(Pictures(runtime.results).all.isEmpty)
  }

  @Test func `equal results give equal files, also after the way through results.json`() throws {
    let results = CannedRuntime().results.joining(CannedResults().results, replacing: [])
    let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let json = folder.appending(path: "results.json")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try ResultsFile.data(results).write(to: json)
    let files = try Pictures(try ResultsFile.read(json)).write(to: folder)
    #expect(files.map(\.lastPathComponent) == ["overview.svg", "costs.svg"])
    for (file, picture) in zip(files, Pictures(results).all) {
      #expect(try String(contentsOf: file, encoding: .utf8) == picture.svg)
      #expect(picture.svg.contains("@media screen and (prefers-color-scheme: dark)"))
      #expect(picture.svg.contains(".panel .grid"))
    }
  }
}

import AllocatorStatistics
import BenchmarkResults
import Foundation
import Testing

@Suite("The life of a registry")
struct LifeTests {
  /// Returns the points of a small life on an allocator in its default configuration.
  private func points(_ candidate: String, _ allocator: AllocatorLibrary) throws -> [MemoryLife.Point] {
    let (output, status) = try Program.run(
      "storage-benchmark", ["measure-life", candidate, "64", "1"], environment: environment(allocator))
    #expect(status == 0)
    return try JSONDecoder().decode([MemoryLife.Point].self, from: output)
  }

  private func environment(_ allocator: AllocatorLibrary) -> [String: String?] {
    [
      AllocatorLibrary.variable: allocator.path, AllocatorLibrary.withoutCaches.variable: nil,
      // Otherwise the program would start itself again, with another allocator.
      "SWITCHBOARD_BENCHMARK_STARTED": "1",
    ]
  }

  @Test(arguments: ["array", "linked-list", "dense"])
  func `what the registry requests rises, falls, and goes`(_ candidate: String) throws {
    guard AllocatorLibrary.jemalloc.isInstalled else { return }
    let points = try points(candidate, .jemalloc)
    #expect(points.map(\.step).uniqued == MemoryLife.Step.allCases)
    let growth = points.filter { $0.step == .grow }
    #expect(growth.map(\.subscribers) == [1, 4, 16, 64])
    for figure in [\MemoryLife.Point.requested, \.allocated] {
      let levels = growth.compactMap { $0[keyPath: figure] }
      #expect(levels.count == 4)
      #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 < $1 })
      #expect(try #require(levels.last) >= 64 * 64)
      let empty = try #require(points.first { $0.step == .empty }?[keyPath: figure])
      #expect(try empty < #require(levels.first) + 1)
      #expect(points.last?[keyPath: figure] == 0)
    }
    for point in points {
      let figures = [point.requested, point.allocated, point.active, point.resident].compactMap(\.self)
      #expect(figures.count == 4)
      #expect(point.step == .gone || figures[0] <= figures[1])
    }
    // As many as before have left and joined.
    let full = points.filter { $0.step == .churn && $0.subscribers == 64 }
    #expect(full.count == 4)
    #expect(full.allSatisfy { $0.requested == growth.last?.requested })
  }

  @Test(arguments: [AllocatorLibrary.mimalloc, .system])
  func `other allocators tell their live blocks, and not what only jemalloc knows`(
    _ allocator: AllocatorLibrary
  ) throws {
    #if os(Linux)
      guard allocator.isInstalled else { return }
      let points = try points("dense", allocator)
      #expect(points.allSatisfy { $0.requested == nil && $0.active == nil && $0.retained == nil })
      #expect(points.allSatisfy { $0.resident != nil })
      let peak = try #require(points.last { $0.subscribers == 64 }?.allocated)
      // The system's allocator counts what the caches of threads keep, here a few blocks.
      #expect(peak >= 48 * 64)
      #expect(try #require(points.last?.allocated) < peak / 4)
    #endif
  }

  @Test(arguments: [[], ["dense"], ["dense", "0", "1"], ["dense", "many", "1"], ["dictionary", "4", "1"]])
  func `a life without a candidate or a number ends with 64`(_ arguments: [String]) throws {
    let (output, status) = try Program.run(
      "storage-benchmark", ["measure-life"] + arguments, environment: environment(.current))
    #expect(status == 64)
    #expect(output.isEmpty)
  }
}

extension Array where Element: Hashable {
  /// Each element once, at its first position.
  fileprivate var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

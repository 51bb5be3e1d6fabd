import BenchmarkStatistics
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("The growth class of a cost")
struct GrowthFitTests {
  private static let counted = [16, 64, 256, 1024]
  private static let timed = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536]

  private func points(_ sizes: [Int], _ cost: (Double) -> Double) -> [GrowthPoint] {
    sizes.map { GrowthPoint(n: $0, cost: cost(Double($0))) }
  }

  private static let shapes: [(GrowthClass, @Sendable (Double) -> Double)] = [
    (.constant, { _ in 500 }),
    // A send pays once for what all its deliveries share.
    (.constant, { 30 + 900 / $0 }),
    (.constant, { 500 + 0.1 * $0 }),
    (.logarithmic, { log2($0) }),
    (.logarithmic, { 100 + 40 * log2($0) }),
    (.linear, { $0 }),
    (.linear, { 500 + 0.5 * $0 }),
    (.linear, { 50 + 8 * $0 }),
    (.linearithmic, { $0 * log2($0) }),
    (.linearithmic, { 30 + $0 * log2($0) }),
  ]

  @Test(arguments: shapes.indices)
  func `exact costs have the class of their formula`(index: Int) throws {
    let (expected, cost) = Self.shapes[index]
    #expect(try #require(GrowthFit(points(Self.counted, cost))).growth == expected)
  }

  @Test(arguments: shapes.indices)
  func `noise of three percent changes no class at the sizes of times`(index: Int) throws {
    let (expected, cost) = Self.shapes[index]
    // At 65,536, a tenth of an instruction for each subscriber is a growth.
    guard index != 2 else { return }
    for seed in 0..<20 {
      let noisy = points(Self.timed) { cost($0) * exp(0.03 * CannedSamples.noise("\(seed)/\(index)/\($0)")) }
      #expect(try #require(GrowthFit(noisy)).growth == expected, "seed \(seed)")
    }
  }

  @Test func `steps of a library function do not make a linear cost more than linear`() throws {
    // Instructions of removals from `array-naive`, whose elements `memmove` moves in another way from 1024 on.
    for costs in [[249.5, 353.3, 759.5, 5893.3], [240.2, 299.7, 517.1, 11247]] {
      let points = zip(Self.counted, costs).map { GrowthPoint(n: $0, cost: $1) }
      #expect(try #require(GrowthFit(points)).growth == .linear)
    }
  }

  @Test func `a step without growth is constant`() throws {
    let points = zip(Self.counted, [856.3, 1010, 676.9, 990]).map { GrowthPoint(n: $0, cost: $1) }
    #expect(try #require(GrowthFit(points)).growth == .constant)
  }

  @Test func `fewer than four sizes from 16 on have no class`() {
    #expect(GrowthFit(points([16, 256, 4096]) { $0 }) == nil)
    #expect(GrowthFit(points([1, 2, 4, 8, 16, 256, 4096]) { $0 }) == nil)
    #expect(GrowthFit(points([16, 16, 16, 256, 4096]) { $0 }) == nil)
    #expect(GrowthFit(points([16, 64, 256, 1024]) { $0 == 64 ? .nan : $0 }) == nil)
    #expect(GrowthFit([]) == nil)
  }

  @Test func `classes are ordered from better to worse`() {
    #expect(GrowthClass.allCases.sorted() == [.constant, .logarithmic, .linear, .linearithmic])
    #expect(GrowthClass.constant < .linear && !(GrowthClass.linear < .linear))
  }

  private func samples(_ sizes: [Int], jitter: Double, _ cost: (Double) -> Double) -> [(n: Int, processes: [[Double]])]
  {
    sizes.map { n in (n, CannedSamples(jitter: jitter).samples(cost(Double(n)), "canned", n)) }
  }

  @Test func `times that leave no doubt have full confidence`() throws {
    let linear = try #require(Growth.Timed(samples(Self.timed, jitter: 0.02) { 40 + 0.4 * $0 }))
    #expect(linear.growth == .linear && linear.confidence == 1)
    let constant = try #require(Growth.Timed(samples(Self.timed, jitter: 0.02) { _ in 40 }))
    #expect(constant.growth == .constant && constant.confidence == 1)
    #expect(abs(constant.rise - 1) < 0.05)
  }

  @Test func `times between two classes have less confidence`() throws {
    // Rises by a quarter, which is the border.
    let found = try #require(Growth.Timed(samples(Self.timed, jitter: 0.1) { 100 + 25 * $0 / 65536 }))
    #expect(found.confidence < 0.95)
  }

  @Test func `times of few sizes, or without samples, have no class`() {
    #expect(Growth.Timed(samples([1, 4, 16, 256, 4096], jitter: 0) { $0 }) == nil)
    #expect(Growth.Timed([16, 64, 256, 1024].map { ($0, []) }) == nil)
  }
}

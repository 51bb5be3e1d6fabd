import Testing

@testable import BenchmarkHarness

@Suite struct StatisticsTests {
  @Test func oddCountTakesTheMiddle() throws {
    let statistics = try #require(Statistics([9, 1, 5]))
    #expect(statistics.median == 5)
    #expect(statistics.min == 1)
    #expect(statistics.max == 9)
    #expect(statistics.count == 3)
  }

  @Test func evenCountTakesTheMeanOfTheMiddleTwo() throws {
    #expect(try #require(Statistics([4, 1, 2, 100])).median == 3)
  }

  @Test func oneSampleIsAllThree() throws {
    let statistics = try #require(Statistics([2.5]))
    #expect([statistics.median, statistics.min, statistics.max] == [2.5, 2.5, 2.5])
  }

  @Test func noSamplesNoStatistics() { #expect(Statistics([]) == nil) }
}

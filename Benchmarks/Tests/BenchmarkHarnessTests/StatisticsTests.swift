import Testing

@testable import BenchmarkHarness

@Suite struct StatisticsTests {
  @Test func oddCountTakesTheMiddle() throws {
    let statistics = try #require(Statistics([9, 1, 5]))
    #expect(statistics.median == 5)
    #expect(statistics.min == 1)
    #expect(statistics.max == 9)
    #expect(statistics.rounds == 3)
  }

  @Test func evenCountTakesTheMeanOfTheMiddleTwo() throws {
    let statistics = try #require(Statistics([4, 1, 2, 100]))
    #expect(statistics.median == 3)
  }

  @Test func oneSampleIsAllThree() throws {
    let statistics = try #require(Statistics([2.5]))
    #expect([statistics.median, statistics.min, statistics.max] == [2.5, 2.5, 2.5])
  }

  @Test func `the median is that of the processes' medians`() throws {
    // The median of all samples would be 3.
    let statistics = try #require(Statistics(processes: [[1, 2, 3], [3, 3, 3, 3], [10, 11, 12], []]))
    #expect(statistics.median == 3)
    let even = try #require(Statistics(processes: [[1, 1, 1], [10], [12]]))
    #expect(even.median == 10)
    #expect(statistics.processes.count == 3)
    #expect(statistics.rounds == 4)
  }

  @Test func noSamplesNoStatistics() { #expect(Statistics([]) == nil) }
}

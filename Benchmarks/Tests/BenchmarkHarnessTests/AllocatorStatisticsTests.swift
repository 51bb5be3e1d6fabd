import Testing

@testable import AllocatorStatistics

@Suite struct AllocatorStatisticsTests {
  @Test func countsExactlyOrNotAtAll() {
    let (statistics, identity) = AllocatorStatistics.checked()
    guard let statistics else {
      #expect(identity.selfCheck != .passed)
      return
    }
    #expect(identity.selfCheck == .passed)
    #expect(statistics.mallocsPerKnownAllocation() == 1)
    #expect(statistics.measure {} == AllocatorStatistics.Usage(mallocs: 0, bytes: 0, peakBytes: 0))
  }

  @Test func seesWhatIsFreedAgainInThePeakOnly() {
    guard let statistics = AllocatorStatistics.checked().statistics else { return }
    let usage = statistics.measure {
      UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 8).deallocate()
    }
    #expect(usage == AllocatorStatistics.Usage(mallocs: 1, bytes: 0, peakBytes: 1 << 20))
  }
}

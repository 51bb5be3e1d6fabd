import SwitchboardTraceFile
import Testing

@Suite("Durations")
struct DurationStatisticsTests {
  @Test("quantiles of few durations are exact")
  func few() {
    var statistics = DurationStatistics()
    #expect(statistics.quantile(0.5) == nil)
    for duration in [900_001, 5, 70_003] as [UInt64] { statistics.add(duration) }
    #expect(statistics.quantile(0.5) == 70_003)
    #expect(statistics.quantile(0.99) == 900_001)
    #expect(statistics.quantile(0) == 5)
    #expect((statistics.min, statistics.max, statistics.total, statistics.count) == (5, 900_001, 970_009, 3))
  }

  @Test("quantiles of many durations are at most 1 % off", arguments: 0..<50)
  func many(seed: Int) {
    var state = UInt64(seed) &* 7919 &+ 1
    var durations: [UInt64] = []
    var statistics = DurationStatistics()
    for _ in 0..<2000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let duration = (state >> 20) >> (state % 44)
      durations.append(duration)
      statistics.add(duration)
    }
    durations.sort()
    for q in [0.01, 0.5, 0.9, 0.99, 1] {
      let exact = durations[max(Int((2000 * q).rounded(.up)), 1) - 1]
      let found = statistics.quantile(q) ?? 0
      let error = Double(max(found, exact) - min(found, exact)) / Double(max(exact, 1))
      #expect(error <= 0.01, "\(q): \(found) for \(exact)")
    }
  }

  @Test("the largest numbers do not overflow")
  func large() {
    var statistics = DurationStatistics()
    for _ in 0..<100 { statistics.add(.max) }
    statistics.add(0)
    #expect(statistics.quantile(0.5) ?? 0 > .max / 100 * 99)
    #expect(statistics.total == .max)
  }
}

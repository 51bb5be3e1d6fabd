#if Inspector
  import BenchmarkHarness
  import BenchmarkReport
  import Foundation
  import SubscriberWorkloads

  /// The senders while an inspector records a burst of 100 ms, beside the same time before.
  struct BurstMeasurement {
    private typealias Names = InspectorNames
    private static let milliseconds = 100
    /// Shorter than the burst, so that all of it is recorded.
    private static let window: UInt64 = 90_000_000

    private struct Burst: Decodable {
      let state: String
      let records: Int?
      let lost: Int?
    }

    private let senders: Senders
    private let request: PageRequest

    init(_ senders: Senders, _ request: PageRequest) { (self.senders, self.request) = (senders, request) }

    func run(_ rounds: Int, into report: inout WatchReport) throws(FailedCheck) {
      for _ in 0..<rounds {
        let alone = work()
        let began: Burst = try request.answer(
          "/api/burst", method: "POST", body: "{\"milliseconds\":\(Self.milliseconds)}")
        guard began.state == "recording" else { throw FailedCheck("the burst began as “\(began.state)”") }
        let burst = work()
        let time = MonotonicClock.now()
        let found = try end()
        guard found.state == "done", let records = found.records, records > 0 else {
          throw FailedCheck("the burst ended as “\(found.state)” with \(found.records ?? 0) records")
        }
        for (candidate, work) in [(Names.alone, alone), (Names.burst, burst)] {
          report.note(Names.burst, candidate, work.nanosecondsPerSend)
          report.note(Names.burstRate, candidate, work.rate)
        }
        report.note(Names.burstShare, Names.burst, alone.nanosecondsPerSend / burst.nanosecondsPerSend)
        report.note(Names.burstEnd, Names.burst, Double(MonotonicClock.now() - time) / 1e6)
      }
    }

    private func work() -> Senders.Work {
      senders.startAnew()
      let before = senders.work
      MonotonicClock.sleep(for: Self.window)
      return senders.work - before
    }

    /// Waits for the end of the burst.
    private func end() throws(FailedCheck) -> Burst {
      let deadline = MonotonicClock.now() + 10_000_000_000
      while true {
        let burst: Burst = try request.answer("/api/burst")
        if burst.state != "recording" || MonotonicClock.now() > deadline { return burst }
        MonotonicClock.sleep(for: 10_000_000)
      }
    }
  }
#endif

#if Inspector
  import AllocatorStatistics
  import BenchmarkHarness
  import BenchmarkReport
  import Foundation
  import SubscriberWorkloads
  import SwitchboardInspector
  import Synchronization

  /// The process that is watched: the senders, an inspector, and the measurement.
  final class WatchProcess {
    static let command = "measure-watched"
    private typealias Names = InspectorNames

    private let job: WatchJob
    private let senders: Senders
    private let memory = MemoryWatch()
    private var report = WatchReport()

    private init(_ job: WatchJob) {
      self.job = job
      senders = Senders(job.load == .all ? .all : .hot, isPaced: job.load != .saturated)
    }

    /// Does a job. Called in the process that was started for this.
    static func run(_ arguments: [String]) {
      let process = WatchProcess(Message.read(arguments, of: command))
      do throws(FailedCheck) { try process.measure() } catch { process.report.failure = error.description }
      Message.answer(process.report)
    }

    private func measure() throws(FailedCheck) {
      // Memory that the senders use only once they run must not count as that of the inspector.
      MonotonicClock.sleep(for: 300_000_000)
      memory.begin()
      let inspector = try Self.startedInspector()
      guard let thread = ThreadClock(named: "inspector") else {
        throw FailedCheck("there is no thread with the name “inspector”")
      }
      let request = PageRequest(address: inspector.address, token: inspector.token)
      let onlooker = try Onlooker(request)
      // The first look makes what all looks use, and tells no rates yet.
      onlooker.look()
      for round in 0..<job.rounds { measureRound(isWatchedFirst: round % 2 == 1, onlooker, thread) }
      for milliseconds in try onlooker.end().dropFirst() {
        report.note(Names.answer(job.load.rawValue), Names.watched, milliseconds)
      }
      for name in memory.increases { report.note(name.key, Names.watched, name.value) }
      if job.load == .saturated { try BurstMeasurement(senders, request).run(job.bursts, into: &report) }
      senders.stop()
      try check(request)
    }

    /// Measures for some seconds without a page, and for the same time while a page is open.
    private func measureRound(isWatchedFirst: Bool, _ onlooker: Onlooker, _ thread: ThreadClock) {
      var (alone, watched): (Senders.Work?, Senders.Work?)
      for isWatched in isWatchedFirst ? [true, false] : [false, true] {
        senders.startAnew()
        let (before, threadBefore) = (senders.work, thread.now)
        for second in 0..<UInt64(job.seconds) {
          let begin = before.time + second * 1_000_000_000
          if isWatched {
            MonotonicClock.sleep(until: begin + 100_000_000)
            onlooker.look()
          }
          memory.look(until: begin + 1_000_000_000)
        }
        let (work, busy) = (senders.work - before, thread.now - threadBefore)
        let candidate = isWatched ? Names.watched : Names.alone
        report.note(Names.watching(job.load.rawValue), candidate, work.nanosecondsPerSend)
        report.note(Names.rate(job.load.rawValue), candidate, work.rate)
        if isWatched {
          report.note(Names.thread(job.load.rawValue), candidate, Double(busy) / Double(work.time) * 1e3)
          watched = work
        } else {
          alone = work
        }
      }
      guard let alone, let watched else { return }
      let load = job.load.rawValue
      report.note(Names.ratio(load), Names.watched, watched.nanosecondsPerSend / alone.nanosecondsPerSend)
      if job.load != .saturated { report.note(Names.loss(load), Names.watched, 100 * (1 - watched.rate / alone.rate)) }
    }

    /// Checks that the inspector has counted every value.
    private func check(_ request: PageRequest) throws(FailedCheck) {
      struct Overview: Decodable { let sends: Int }
      // The inspector does not look again before half a second has passed.
      MonotonicClock.sleep(for: 600_000_000)
      let overview: Overview = try request.answer("/api/overview")
      guard overview.sends == senders.work.sends else {
        throw FailedCheck("the threads sent \(senders.work.sends) values, but the inspector counted \(overview.sends)")
      }
    }

    private static func startedInspector() throws(FailedCheck) -> Inspector {
      let result = Mutex<Result<Inspector, any Error>?>(nil)
      let started = DispatchSemaphore(value: 0)
      Task.detached {
        let outcome: Result<Inspector, any Error>
        do { outcome = .success(try await Inspector.start(at: "127.0.0.1:0")) } catch { outcome = .failure(error) }
        result.withLock { $0 = outcome }
        started.signal()
      }
      started.wait()
      switch result.withLock({ $0 }) {
      case .success(let inspector): return inspector
      case .failure(let error): throw FailedCheck("\(error)")
      case nil: throw FailedCheck("the inspector did not start")
      }
    }
  }
#endif

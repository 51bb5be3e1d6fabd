#if Inspector
  import BenchmarkHarness
  import BenchmarkReport
  import Foundation
  import SubscriberWorkloads
  import Synchronization

  /// The processes that are watched, one for each load. All figures of a load come from one process, which runs when
  /// the first of them is asked for.
  final class WatchedRuns: Sendable {
    private let isQuick: Bool
    private let reports = Mutex<[WatchJob.Load: WatchReport]>([:])

    init(isQuick: Bool) { self.isQuick = isQuick }

    /// Returns the measurables of a candidate: figures by workload, and the load that they belong to.
    func measurables(_ candidate: String, _ workloads: [String: WatchJob.Load]) -> [String: Measurable] {
      Dictionary(
        uniqueKeysWithValues: workloads.map { workload, load in
          let key = "\(workload)/\(candidate)"
          return (
            workload, Measurable { _ throws(FailedCheck) in try self.figures(key, load).map { Trial($0) } }
          )
        })
    }

    private func figures(_ key: String, _ load: WatchJob.Load) throws(FailedCheck) -> Statistics? {
      if let known = reports.withLock({ $0[load] }) { return known.figures[key].flatMap { Statistics($0) } }
      let report: WatchReport
      do throws(ChildProcess.Failure) {
        report = try ChildProcess(arguments: [WatchProcess.command, Message.text(job(load))]).answer()
      } catch {
        // Said once, and not again for each figure.
        reports.withLock { $0[load] = WatchReport() }
        throw FailedCheck("\(error)")
      }
      reports.withLock { $0[load] = report.failure == nil ? report : WatchReport() }
      if let failure = report.failure { throw FailedCheck(failure) }
      return report.figures[key].flatMap { Statistics($0) }
    }

    private func job(_ load: WatchJob.Load) -> WatchJob {
      // A quick run asks the load `saturated` only for its bursts.
      if isQuick { return WatchJob(load: load, rounds: load == .saturated ? 0 : 1, seconds: 1, bursts: 2) }
      return switch load {
      case .hot: WatchJob(load: load, rounds: 5, seconds: 2, bursts: 0)
      case .all: WatchJob(load: load, rounds: 3, seconds: 2, bursts: 0)
      case .saturated: WatchJob(load: load, rounds: 3, seconds: 1, bursts: 5)
      }
    }
  }
#endif

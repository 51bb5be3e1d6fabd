import BenchmarkHarness
import BenchmarkReport
import Foundation
import SubscriberWorkloads
import Synchronization

/// The work of the measuring process. A round measures every candidate once.
struct LinkJob: Codable, Hashable {
  var rounds: Int
  /// The events of a throughput figure.
  var live, durable: Int
  var deliveries: Int
  /// The batches of 1000 dispatches, and the single dispatches.
  var batches, dispatches: Int
  var codings: Int

  init(isQuick: Bool) {
    rounds = isQuick ? 3 : 7
    live = isQuick ? 50_000 : 100_000
    durable = isQuick ? 10_000 : 30_000
    deliveries = isQuick ? 200 : 500
    batches = isQuick ? 15 : 40
    dispatches = isQuick ? 100 : 200
    codings = 10_000
  }
}

/// The figures of the measuring process: for each `workload/candidate` one number per round.
struct LinkReport: Codable {
  var figures: [String: [Double]] = [:]
  var failure: String?

  mutating func note(_ workload: String, _ candidate: String, _ figure: Double) {
    figures["\(workload)/\(candidate)", default: []].append(figure)
  }
}

/// The measuring process, which runs when the first figure is asked for.
final class LinkRuns: Sendable {
  private let job: LinkJob
  private let report = Mutex<LinkReport?>(nil)

  init(_ job: LinkJob) { self.job = job }

  /// Returns the measurables of a candidate.
  func measurables(_ candidate: String, _ workloads: [String]) -> [String: Measurable] {
    Dictionary(
      uniqueKeysWithValues: workloads.map { workload in
        let key = "\(workload)/\(candidate)"
        return (workload, Measurable { _ throws(FailedCheck) in try self.figures(key).map { Trial($0) } })
      })
  }

  /// Returns the figures of a row; nil where they need NATS, and it is missing.
  private func figures(_ key: String) throws(FailedCheck) -> Statistics? {
    if let known = report.withLock({ $0 }) { return known.figures[key].flatMap { Statistics($0) } }
    var found: LinkReport
    do throws(ChildProcess.Failure) {
      found = try ChildProcess(arguments: [LinkProcess.command, Message.text(job)]).answer()
    } catch {
      found = LinkReport(failure: "\(error)")
    }
    report.withLock { $0 = found }
    // Said once, and not again for each figure. What was measured before the failure stays.
    if let failure = found.failure { throw FailedCheck(failure) }
    return found.figures[key].flatMap { Statistics($0) }
  }
}

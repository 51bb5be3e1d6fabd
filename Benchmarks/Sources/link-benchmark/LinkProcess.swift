import AllocatorStatistics
import BenchmarkHarness
import BenchmarkReport
import Foundation
import SubscriberWorkloads
import SwitchboardLink

/// The measuring process: its rounds visit every part, and each part visits its candidates, in changing order.
final class LinkProcess {
  static let command = "measure-link"

  private let job: LinkJob
  private var report = LinkReport()

  private init(_ job: LinkJob) { self.job = job }

  /// Does a job. Called in the process that was started for this.
  static func run(_ arguments: [String]) {
    let process = LinkProcess(Message.read(arguments, of: command))
    do throws(FailedCheck) { try process.measure() } catch { process.report.failure = error.description }
    Message.answer(process.report)
  }

  private func measure() throws(FailedCheck) {
    var parts: [any LinkMeasurement] = [CodingMeasurement(job)]
    var engines = [(name: LinkNames.memory, transport: MemoryTransport() as any EventTransport)]
    var peer: ((Int) throws(FailedCheck) -> Void)?
    #if NATS
      let server = try NATSServer.start()
      defer { server?.stop() }
      if let server {
        engines.append((LinkNames.nats, server.transport))
        parts.append(try LiveMeasurement(job, server))
        parts.append(try DurableMeasurement(job, server))
        parts.append(try LatencyMeasurement(job, server))
        let publisher = try Peer(server.address)
        peer = { count throws(FailedCheck) in try publisher.publish("peer.live.tick.1.0.-", count) }
      }
    #endif
    parts.append(try DispatchMeasurement(job, engines, peer: peer))
    for round in 0..<job.rounds {
      for part in parts { try part.measure(round: round, into: &report) }
    }
    for part in parts { try part.end() }
  }
}

/// A part of a round.
protocol LinkMeasurement {
  func measure(round: Int, into report: inout LinkReport) throws(FailedCheck)
  /// Checks that nothing was lost, and closes links.
  func end() throws(FailedCheck)
}

extension LinkMeasurement {
  func end() throws(FailedCheck) {}
}

extension BusLink {
  /// Waits until the link is ready.
  func awaitReady() throws(FailedCheck) { try wait { try await self.ready() } }

  /// Ends the link. Checks that it lost no event.
  func end() throws(FailedCheck) {
    let census = census
    guard census.dropped == 0, census.refused == 0, census.lost == 0 else {
      throw FailedCheck("the link dropped \(census.dropped) events, and the server refused \(census.refused)")
    }
    try wait { try await self.close() }
  }
}

/// Waits on this thread for an asynchronous function.
func wait<Result: Sendable>(
  _ body: @escaping @Sendable () async throws -> Result
) throws(FailedCheck) -> Result {
  let box = ResultBox<Result>()
  let ended = DispatchSemaphore(value: 0)
  Task.detached {
    do { box.result = .success(try await body()) } catch { box.result = .failure(error) }
    ended.signal()
  }
  ended.wait()
  switch box.result {
  case .success(let result): return result
  case .failure(let error): throw FailedCheck("\(error)")
  case nil: throw FailedCheck("a task had no result")
  }
}

private final class ResultBox<Value: Sendable>: @unchecked Sendable {
  // Sound: written once, before the semaphore is signalled.
  var result: Result<Value, any Error>?
}

extension MonotonicClock {
  /// Sleeps.
  static func sleep(for nanoseconds: UInt64) {
    var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    var rest = timespec()
    while nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
  }
}

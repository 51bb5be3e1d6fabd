import BenchmarkHarness
import SubscriberWorkloads
import Switchboard

/// A session around a measurement, and the count of the events that it recorded.
struct Recording: Sendable {
  let clock: TraceConfiguration.Clock

  init(_ clock: TraceConfiguration.Clock) { self.clock = clock }

  /// Runs `body` while a flight recorder records. Also returns the number of recorded events: those that are still
  /// there, and those that newer events have replaced.
  func during<Result>(_ body: () -> Result) -> (result: Result, events: Int) {
    // No other code records in this process, and a session into memory has nothing that could fail.
    guard let session = try? TraceSession.start(TraceConfiguration(clock: clock)) else {
      fatalError("a session is still open; call stop() on it first")
    }
    let result = body()
    let records = (try? session.stop().records) ?? []
    let lost = records.lazy.filter { $0.kind == .lost }.reduce(0) { $0 + Int($1.count) }
    return (result, records.count { $0.kind != .lost } + lost)
  }

  /// Returns the measurables of `stopped`, measured while this session records.
  func measurables(of stopped: [String: Measurable]) -> [String: Measurable] {
    Dictionary(uniqueKeysWithValues: stopped.map { ($0, measurable($1, events: Self.events(of: $0))) })
  }

  /// Returns the number of events of an operation with n subscribers. A send has a begin and an end besides its
  /// deliveries; a replacement is a disposal and a subscription.
  private static func events(of workload: String) -> (_ n: Int) -> Int {
    switch workload {
    case TracingSuite.send: { $0 + 2 }
    case TracingSuite.churn: { _ in 2 }
    default: { _ in 1 }
    }
  }

  private func measurable(_ stopped: Measurable, events: @escaping (_ n: Int) -> Int) -> Measurable {
    Measurable(
      cell: { name, seed in
        stopped.cell(name, seed).map { cell in
          Cell(name, granule: cell.granule, minimum: cell.minimum) {
            let sampler = cell.prepare()
            return { operations in
              // The first call touches the ring's memory. The events of both calls count.
              let (samples, found) = during {
                (sampler(FloorEvents.capacity / events(name.n) + 1), sampler(operations))
              }
              let expected = (samples.0.operations + samples.1.operations) * events(name.n)
              return samples.1.failing(recorded: found, expected: expected)
            }
          }
        }
      },
      memory: { n, statistics throws(FailedCheck) in
        let (figures, found) = during { try? stopped.memory(n, statistics) }
        if found == 0 { throw FailedCheck("the session recorded nothing") }
        return figures
      },
      region: { n in
        stopped.region(n).map { region in
          CallgrindRegion(operations: region.operations) {
            if during(region.run).events == 0 { fatalError("the session recorded nothing") }
          }
        }
      })
  }
}

extension Sample {
  /// Returns this sample, marked as failed if the count is wrong: then the time does not belong to what the row says.
  func failing(recorded found: Int, expected: Int) -> Sample {
    var sample = self
    if found != expected { sample.failure = "the benchmark sent \(expected) events, but the session recorded \(found)" }
    return sample
  }
}

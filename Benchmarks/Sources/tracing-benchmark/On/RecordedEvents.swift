import BenchmarkHarness
import CSwitchboardTracing
import SubscriberWorkloads
import Switchboard
import Synchronization

/// The recorder's own probe, called as a delivery calls it: within an activity, on the recording thread.
struct RecordedEvents: Sendable {
  let recording: Recording

  init(_ recording: Recording) { self.recording = recording }

  /// The average number of cores of every sample that has two threads and a clock, and is long enough for the threads
  /// to overlap.
  private static let coresOfRounds = Mutex<[Double]>([])

  /// Returns how far both threads had a core each; nil if there was no such sample.
  static func cores() -> Trial? {
    Statistics(coresOfRounds.withLock { $0 }).map { Trial($0) }
  }

  var measurable: Measurable {
    Measurable(
      cell: { name, _ in
        Cell(name, minimum: FloorEvents.minimum) { { sample(max(1, $0 / name.n), threads: name.n) } }
      },
      memory: { n, statistics throws(FailedCheck) in
        guard n == 1 else { return nil }
        let events = 4096
        let (usage, found) = recording.during {
          Self.within {
            Self.deliver(events)
            return statistics.measure { Self.deliver(events) }
          }
        }
        guard found == 2 * events + 2 else {
          throw FailedCheck("the benchmark made \(2 * events + 2) events, but the session recorded \(found)")
        }
        return MemoryFigures(
          mallocsPerOp: Double(usage.mallocs) / Double(events), peakBytes: Double(usage.peakBytes))
      },
      region: { n in
        guard n == 1 else { return nil }
        let events = 4096
        return CallgrindRegion(operations: events) {
          let (_, found) = recording.during {
            Self.within { CallgrindRegion.count(warmUp: { Self.deliver(events) }, { Self.deliver(events) }) }
          }
          if found != 2 * events + 2 {
            fatalError("the benchmark made \(2 * events + 2) events, but the session recorded \(found)")
          }
        }
      })
  }

  private func sample(_ each: Int, threads: Int) -> Sample {
    let warmUp = FloorEvents.capacity
    let (outcome, found) = recording.during {
      ThreadGroup(count: threads).run { _ in
        let activity = switchboard_trace_begin(UInt32(TraceKind.send.rawValue), Self.mark, 0)
        Self.deliver(warmUp)
        return {
          Self.deliver(each)
          switchboard_trace_end(activity)
        }
      }
    }
    if threads == 2, each * 2 >= FloorEvents.minimum, recording.clock == .automatic {
      Self.coresOfRounds.withLock { $0.append(outcome.cores) }
    }
    return Sample(nanoseconds: outcome.own, operations: each * threads)
      .failing(recorded: found, expected: (warmUp + each + 2) * threads)
  }

  private static var mark: switchboard_trace_mark { switchboard_trace_mark(registry: 1, label: 0) }

  private static func within<Result>(_ body: () -> Result) -> Result {
    let activity = switchboard_trace_begin(UInt32(TraceKind.send.rawValue), mark, 0)
    defer { switchboard_trace_end(activity) }
    return body()
  }

  @inline(never)
  private static func deliver(_ count: Int) {
    for _ in 0..<count { switchboard_trace_deliver(UInt32(TraceKind.deliver.rawValue), 1, mark, 1) }
  }
}

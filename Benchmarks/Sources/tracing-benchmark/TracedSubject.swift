import BenchmarkHarness
import SubscriberWorkloads
import Switchboard

/// The measured subject, used through the public interface.
final class TracedSubject: SubscriberRegistry {
  private let subject = PublishSubject<Int, Never>()

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.subscribe { v in sink.hit(v &+ number) }
  }
  func unsubscribe(_ token: consuming Subscription) { token.dispose() }
  @inline(never) func send(_ value: Int) { subject.send(value) }

  /// The measurables by workload: all that a build can measure, whether or not it can record.
  static var measurables: [String: Measurable] {
    [
      TracingSuite.send: Measurable(TracedSubject.self, .sendFresh).perSend,
      TracingSuite.subscribe: Measurable(TracedSubject.self, .subscribe).untimed,
      TracingSuite.churn: Measurable(TracedSubject.self, .churn(.oldest)),
    ]
  }
}

extension Measurable {
  /// The same measurable per sent value instead of per delivery, because the probes also cost something once per send.
  var perSend: Measurable {
    Measurable(
      cell: { name, seed in
        cell(name, seed).map { cell in
          Cell(name, granule: cell.granule, minimum: cell.minimum) {
            let sampler = cell.prepare()
            return { sends in
              var sample = sampler(sends * name.n)
              sample.operations /= name.n
              return sample
            }
          }
        }
      },
      memory: { n, statistics throws(FailedCheck) in
        guard var figures = try memory(n, statistics) else { return nil }
        figures.mallocsPerOp *= Double(n)
        return figures
      },
      region: { n in
        region(n).map { CallgrindRegion(operations: $0.operations / n, run: $0.run) }
      })
  }

  /// The same measurable without times.
  fileprivate var untimed: Measurable { Measurable(cell: { _, _ in nil }, memory: memory, region: region) }
}

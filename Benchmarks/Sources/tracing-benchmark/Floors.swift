import BenchmarkHarness
import CFloor
import SubscriberWorkloads

/// The floor of an event: a clock reading and a store in C. No recorder can be faster.
enum FloorEvents {
  /// The number of records of the ring, as in the sessions of the comparison.
  static let capacity = 32_768
  /// The smallest number of events of a sample: enough that threads run side by side even if they do not begin at
  /// exactly the same time.
  static let minimum = 200_000

  /// The measurables by workload.
  static var measurables: [String: Measurable] {
    [TracingSuite.event: measurable, TracingSuite.send: Measurable(FloorRegistry.self, .sendFresh).perSend]
  }

  private static var measurable: Measurable {
    Measurable(
      cell: { name, _ in
        Cell(name, minimum: minimum) {
          { operations in
            let each = max(1, operations / name.n)
            let outcome = ThreadGroup(count: name.n).run { thread in
              let ring = Ring()
              ring.record(capacity)
              return { ring.record(each) }
            }
            return Sample(nanoseconds: outcome.own, operations: each * name.n)
          }
        }
      },
      memory: { _, _ in nil },
      region: { n in
        guard n == 1 else { return nil }
        let events = 4096
        return CallgrindRegion(operations: events) {
          let ring = Ring()
          CallgrindRegion.count(warmUp: { ring.record(events) }, { ring.record(events) })
        }
      })
  }

  private final class Ring {
    private let ring = floor_ring_create(capacity)

    deinit { floor_ring_destroy(ring) }

    @inline(never) func record(_ count: Int) { floor_ring_record(ring, count, 1) }
  }
}

/// A loop over function pointers and contexts. A difference between two processes that affects a send also affects this
/// loop.
private final class FloorRegistry: SubscriberRegistry {
  private let floor: OpaquePointer

  init(capacity: Int) { floor = floor_create(capacity) }
  deinit { floor_destroy(floor) }

  func subscribe(_ sink: Sink, number: Int) { floor_append(floor, number) }
  func unsubscribe(_ token: consuming Void) {}
  @inline(never) func send(_ value: Int) { floor_send(floor, value) }
}

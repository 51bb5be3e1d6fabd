import BenchmarkHarness
import CFloor
import SubscriberWorkloads

/// Clock and store in C: what no recorder can be faster than.
enum FloorEvents {
  /// As in the sessions that it is compared with.
  static let capacity = 32_768
  /// Long enough that threads which do not begin at quite the same time still run side by side.
  static let minimum = 200_000

  /// By workload.
  static var measurables: [String: Measurable] {
    [TracingSuite.event: measurable, TracingSuite.send: Measurable(FloorRegistry.self, .sendFresh).perSend]
  }

  private static var measurable: Measurable {
    Measurable(
      cell: { name, _ in
        Cell(name, minimum: minimum) {
          { operations in
            let each = max(1, operations / name.n)
            let outcome = Crew(count: name.n).run { thread in
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

/// A loop over function pointers and contexts: what a send moves by from process to process moves this too.
private final class FloorRegistry: SubscriberRegistry {
  private let floor: OpaquePointer

  init(capacity: Int) { floor = floor_create(capacity) }
  deinit { floor_destroy(floor) }

  func subscribe(_ sink: Sink, number: Int) { floor_append(floor, number) }
  func unsubscribe(_ token: consuming Void) {}
  @inline(never) func send(_ value: Int) { floor_send(floor, value) }
}

import BenchmarkHarness
import SubscriberWorkloads
import Switchboard

/// The work of one of two threads, which share at most a common object. Each thread creates its own work, so that each
/// has its own memory.
protocol ThreadWork: SendableMetatype {
  associatedtype Common: Sendable
  static func makeCommon() -> Common

  /// - Parameter thread: 0 or 1.
  init(_ common: Common, thread: Int, handlers: Int)
  /// Calls all handlers `count` times.
  func run(_ count: Int)
}

/// Two threads that dispatch on one bus, each with its own event type.
final class BusThread: ThreadWork {
  private struct Left: Event { var value: Int }
  private struct Right: Event { var value: Int }

  static func makeCommon() -> EventBus { EventBus() }

  private let bus: EventBus
  private let isLeft: Bool
  private var subscriptions: [Subscription] = []

  init(_ bus: EventBus, thread: Int, handlers: Int) {
    (self.bus, isLeft) = (bus, thread == 0)
    for number in 0..<handlers {
      let sink = Sink()
      subscriptions.append(
        isLeft
          ? bus.subscribe(Left.self) { event in sink.hit(event.value &+ number) }
          : bus.subscribe(Right.self) { event in sink.hit(event.value &+ number) })
    }
  }

  deinit { for subscription in subscriptions { subscription.dispose() } }

  @inline(never) func run(_ count: Int) { if isLeft { left(count) } else { right(count) } }
  @inline(never) private func left(_ count: Int) { for value in 0..<count { bus.dispatch(Left(value: value)) } }
  @inline(never) private func right(_ count: Int) { for value in 0..<count { bus.dispatch(Right(value: value)) } }
}

/// Two threads that share nothing, each with its own loop over closures.
final class FloorThread: ThreadWork {
  // Sound: only one thread uses the handlers.
  @exclusivity(unchecked) private var handlers: HandlerLoop

  static func makeCommon() -> Int { 0 }

  init(_: Int, thread: Int, handlers count: Int) {
    handlers = HandlerLoop(capacity: count)
    for number in 0..<count {
      let sink = Sink()
      handlers.append { v in sink.hit(v &+ number) }
    }
  }

  @inline(never) func run(_ count: Int) { for value in 0..<count { call(value) } }
  @inline(never) private func call(_ value: Int) { handlers.call(value) }
}

extension Measurable {
  /// Creates a measurable for the processor time of two threads that call n handlers each at the same time; per call.
  @inline(__always)
  init<Work: ThreadWork>(onTwoThreads _: Work.Type) {
    self.init(
      cell: { name, _ in
        Cell(name, minimum: 1 << 16) {
          { operations in
            let each = max(1, operations / (2 * name.n))
            let common = Work.makeCommon()
            let outcome = ThreadGroup(count: 2).run { thread in
              let work = Work(common, thread: thread, handlers: name.n)
              work.run(1024)
              return { work.run(each) }
            }
            return Sample(nanoseconds: outcome.own, operations: each * 2 * name.n)
          }
        }
      },
      memory: { _, _ in nil })
  }
}

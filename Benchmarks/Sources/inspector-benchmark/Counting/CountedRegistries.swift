import BenchmarkHarness
import BenchmarkReport
import SubscriberWorkloads
import Switchboard

/// A subject, used through the public interface. One delivery runs at a time, so it counts with loads and stores.
final class CountedSubject: SubscriberRegistry {
  private let subject = PublishSubject<Int, Never>()

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.subscribe { value in sink.hit(value &+ number) }
  }
  func unsubscribe(_ token: consuming Subscription) { token.dispose() }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// An event with a value.
struct CountedEvent: Event {
  var value: Int
}

/// A bus. Several threads may dispatch at the same time, so it counts with atomic additions.
final class CountedBus: SubscriberRegistry {
  private let bus = EventBus()

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    bus.subscribe(CountedEvent.self) { event in sink.hit(event.value &+ number) }
  }
  func unsubscribe(_ token: consuming Subscription) { token.dispose() }
  @inline(never) func send(_ value: Int) { bus.dispatch(CountedEvent(value: value)) }
}

/// What each build of this program can measure of itself.
enum Counting {
  static var measurables: [String: Measurable] {
    [
      InspectorNames.send: Measurable(CountedSubject.self, .sendFresh),
      InspectorNames.dispatch: Measurable(CountedBus.self, .sendFresh),
      InspectorNames.subscribe: Measurable(CountedSubject.self, .subscribe),
      InspectorNames.registryBytes: ObjectBytes.measurable(of: .registry, \.requested),
      InspectorNames.subscriptionBytes: ObjectBytes.measurable(of: .subscription, \.requested),
      InspectorNames.registryAllocated: ObjectBytes.measurable(of: .registry, \.allocated),
      InspectorNames.subscriptionAllocated: ObjectBytes.measurable(of: .subscription, \.allocated),
    ]
  }
}

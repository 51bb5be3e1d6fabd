import SubscriberWorkloads
import Switchboard

/// An event with a value.
struct MeasuredEvent: Event {
  var value: Int
}

/// An event with a value and a short subtype.
struct MeasuredSubtype: Event {
  var value: Int
  var subtype: String? { "measured" }
}

/// Dispatches an event on a bus to the subscribers of its type.
final class SwitchboardBus: SwitchboardRegistry {
  private let bus = EventBus()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    bus.subscribe(MeasuredEvent.self) { event in sink.hit(event.value &+ number) }
  }
  @inline(never) func send(_ value: Int) { bus.dispatch(MeasuredEvent(value: value)) }
}

/// Dispatches an event on a bus to the subscribers of its subtype.
final class SwitchboardBusSubtype: SwitchboardRegistry {
  private let bus = EventBus()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    bus.subscribe(MeasuredSubtype.self, subtype: "measured") { event in sink.hit(event.value &+ number) }
  }
  @inline(never) func send(_ value: Int) { bus.dispatch(MeasuredSubtype(value: value)) }
}

/// Dispatches events without subscribers.
final class UnheardEvents: KeyedOperations {
  private let bus = EventBus()

  init(keys: Int) {}

  @inline(never) func run(_ count: Int) {
    for value in 0..<count { bus.dispatch(MeasuredEvent(value: value)) }
  }
}

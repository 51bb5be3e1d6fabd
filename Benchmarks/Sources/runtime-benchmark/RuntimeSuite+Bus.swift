import BenchmarkCommand
import SubscriberWorkloads

extension RuntimeSuite {
  static let busWorkloads = [
    Workload(
      "bus.dispatch", sizes: Sizes(full: [1, 16, 256], quick: [1, 16, 256]),
      "Dispatch an event to n handlers of its type; NotificationCenter: post by name; per delivery."),
    Workload(
      "bus.dispatch.unheard",
      "Dispatch an event without subscribers, and without subscribers of dead events; per event."),
    Workload(
      "bus.dispatch.subtype", sizes: Sizes(full: [1, 16], quick: [1, 16]),
      "Dispatch an event to n handlers of its subtype; per delivery."),
    Workload(
      "bus.subscribe+dispose", sizes: Sizes(full: [10, 10_000], quick: [10, 10_000]),
      "Dispose the oldest of n subscribers of a type and add a new one; per pair."),
    Workload(
      "bus.dispatch.two-threads", sizes: Sizes(full: [16, 256], quick: [16, 256]),
      """
      Dispatch events on one bus on two threads, each thread a different type, to n handlers of each type; processor \
      time per delivery. The floor: two threads that loop over n closures each.
      """),
  ]

  static var bus: [String: Measurable] {
    [
      "bus.dispatch": Measurable(SwitchboardBus.self, .sendFresh),
      "bus.dispatch.unheard": Measurable(keyed: UnheardEvents.self),
      "bus.dispatch.subtype": Measurable(SwitchboardBusSubtype.self, .sendFresh),
      "bus.subscribe+dispose": Measurable(SwitchboardBus.self, churn),
      "bus.dispatch.two-threads": Measurable(onTwoThreads: BusThread.self),
    ]
  }

  static var busNotifications: [String: Measurable] {
    [
      "bus.dispatch": Measurable(NotificationPosts.self, .sendFresh),
      "bus.dispatch.unheard": Measurable(keyed: UnobservedPosts.self),
      "bus.subscribe+dispose": Measurable(NotificationPosts.self, churn),
    ]
  }

  static var busEmptyNotifications: [String: Measurable] {
    [
      "bus.dispatch": Measurable(EmptyNotificationPosts.self, .sendFresh),
      "bus.dispatch.unheard": Measurable(keyed: UnheardEmptyPosts.self),
    ]
  }

  static var busFloor: [String: Measurable] {
    [
      "bus.dispatch": Measurable(Floor.self, .sendFresh),
      "bus.dispatch.two-threads": Measurable(onTwoThreads: FloorThread.self),
    ]
  }
}

import Foundation
import Switchboard
import SwitchboardFoundation
import SwitchboardTestSupport
import Testing

@Suite("Bridges: the last subscription ends while the first begins")
struct NotificationRaceTests {
  /// Each thread subscribes, posts and unsubscribes repeatedly. Often one thread ends the last subscription while the
  /// other thread makes a new one.
  /// Source: QTEventBus, where the new subscription lost its observer.
  @Test("no subscriber misses a notification or gets it twice, and nothing is left (R3, R10)")
  func lastAndFirst() throws {
    let count = rounds(100_000)
    weak var left: NotificationCenter?
    do {
      let center = NotificationCenter()
      left = center
      let bus = EventBus(name: "bus")
      let bridge = NotificationBridge(from: center, to: bus)
      try comeAndGo(center, rounds: count) { bridge }
      #expect(bridge.observerCount == 0)
      #expect(bus.census.subscriptions == 0)
    }
    // A thread may release the center only as it exits, after `onThreads` has returned.
    yieldUntil { left == nil }
  }

  @Test("bridges of one center and one bus that come and go on two threads deliver each notification once")
  func bridgesComeAndGo() throws {
    let (center, bus) = (NotificationCenter(), EventBus())
    try comeAndGo(center, rounds: rounds(10_000)) { NotificationBridge(from: center, to: bus) }
  }

  /// On each of two threads, repeatedly: makes a subscription, posts a notification, disposes the subscription.
  /// Each subscription must receive the notification of its own thread once.
  private func comeAndGo(
    _ center: NotificationCenter, rounds count: Int, bridge: @escaping @Sendable () -> NotificationBridge
  ) throws {
    let wrong = Journal<String>()
    try onThreads(
      (0..<2).map { thread in
        {
          let mine = Counter()
          for round in 1...count {
            let subscription = bridge().on(.first).next { event in
              if event.userInfo?["thread"] as? Int == thread { mine.increment() }
            }
            center.post(name: .first, object: nil, userInfo: ["thread": thread])
            subscription.dispose()
            if mine.value != round {
              wrong.add("thread \(thread) has had \(mine.value) of \(round)")
              return
            }
          }
        }
      })
    #expect(wrong.entries == [])
  }

  /// Two threads subscribe at the same time to a name without an observer. Both make an observer, and one is chosen.
  @Test("two first subscribers at the same time each get a notification once")
  func twoFirst() throws {
    let (center, bus) = (NotificationCenter(), EventBus())
    let bridge = NotificationBridge(from: center, to: bus)
    for round in 0..<500 {
      let name = Notification.Name("name \(round)")
      let heard = Counter()
      let subscriptions = Journal<Subscription>()
      let body: @Sendable () -> Void = { subscriptions.add(bridge.on(name).next { _ in heard.increment() }) }
      try onThreads([body, body])
      center.post(name: name, object: nil)
      #expect(heard.value == 2)
      #expect(bridge.observerCount == 1)
      for subscription in subscriptions.entries { subscription.dispose() }
      #expect(bridge.observerCount == 0)
    }
  }
}

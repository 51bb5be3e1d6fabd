import Foundation
import Switchboard
import SwitchboardFoundation
import SwitchboardTestSupport
import Testing

extension Notification.Name {
  static let first = Notification.Name("first")
  static let second = Notification.Name("second")
}

private struct Login: Event {
  var user: String
}

@Suite("Bridges: notifications")
struct NotificationBridgeTests {
  let center = NotificationCenter()
  let bus = EventBus(name: "bus")
  let bridge: NotificationBridge
  let seen = Journal<String>()

  init() { bridge = NotificationBridge(from: center, to: bus) }

  private func post(_ name: Notification.Name, _ value: Int? = nil) {
    center.post(name: name, object: nil, userInfo: value.map { ["value": $0] })
  }

  @Test("a notification arrives inside the post, with all its contents, by priority (R1, R7)")
  func arrives() {
    bridge.on(.first).next { [seen] event in seen.add("low \(event.userInfo?["value"] ?? "")") }
    bridge.on(.first).priority(1).next { [seen, center] event in
      seen.add("high \(event.name.rawValue) \(event.center === center)")
    }
    post(.first, 3)
    post(.second, 4)
    #expect(seen.entries == ["high first true", "low 3"])
  }

  @Test("one observer for each name, from the first subscription to the last (R10)")
  func count() {
    #expect(bridge.observerCount == 0)
    let (first, again) = (bridge.on(.first).next { _ in }, bridge.on(.first).next { _ in })
    #expect(bridge.observerCount == 1)
    let both = bridge.on(.first, .second, .first).next { [seen] event in seen.add(event.name.rawValue) }
    #expect(bridge.observerCount == 2)
    post(.first)
    post(.second)
    #expect(seen.entries == ["first", "second"])
    first.dispose()
    again.dispose()
    #expect(bridge.observerCount == 2)
    both.dispose()
    #expect(bridge.observerCount == 0)
    post(.first)
    #expect(seen.entries.count == 2)
  }

  @Test("after the last subscription the bridge leaves nothing in the center, and does not keep the center (R9)")
  func nothingLeft() {
    weak var left: NotificationCenter?
    do {
      let center = NotificationCenter()
      left = center
      let bridge = NotificationBridge(from: center, to: bus)
      let subscription = bridge.on(.first, .second).next { _ in }
      let carried = bridge.carry(.second)
      bridge.on(.first).signal.take(1).subscribe { _ in }
      bridge.on(.second).once().next { _ in }
      center.post(name: .first, object: nil)
      center.post(name: .second, object: nil)
      subscription.dispose()
      carried.dispose()
      #expect(bridge.observerCount == 0)
    }
    #expect(left == nil)
  }

  @Test("a subscription that ends in its handler, with its owner, or with its lifetime also removes the observer")
  func ends() {
    bridge.on(.first).once().next { [seen] _ in seen.add("once") }
    post(.first)
    post(.first)
    #expect(seen.entries == ["once"])
    #expect(bridge.observerCount == 0)
    do {
      let lifetime = Lifetime()
      bridge.on(.first).bound(to: lifetime).next { _ in }
      #expect(bridge.observerCount == 1)
    }
    #expect(bridge.observerCount == 0)
    let ended = Lifetime()
    ended.members.dispose()
    #expect(bridge.on(.first).bound(to: ended).next { _ in }.isDisposed)
    #expect(bridge.observerCount == 0)
  }

  @Test("when the bus is deallocated, subscriptions end and observers are removed; later subscriptions get nothing")
  func busGoes() {
    let center = NotificationCenter()
    var bus: EventBus? = EventBus()
    let bridge = bus.map { NotificationBridge(from: center, to: $0) }
    let subscription = bridge?.on(.first).next { _ in }
    let signal = bridge?.on(.second).signal.subscribe { _ in }
    #expect(bridge?.observerCount == 2)
    bus = nil
    #expect(subscription?.isDisposed == true)
    #expect(signal?.isDisposed == true)
    #expect(bridge?.observerCount == 0)
    #expect(bridge?.on(.first).next { _ in }.isDisposed == true)
    #expect(bridge?.observerCount == 0)
  }

  @Test("subscribers of the bus itself get carried notifications, but add no observer")
  func classLevel() {
    bus.on(NotificationEvent.self).next { [seen] event in seen.add("type \(event.name.rawValue)") }
    bus.on(NotificationEvent.self).subtype("second").next { [seen] _ in seen.add("subtype") }
    post(.first)
    post(.second)
    #expect(bridge.observerCount == 0)
    #expect(seen.entries == [])
    let subscription = bridge.on(.first).next { _ in }
    let carried = bridge.carry(.second)
    post(.first)
    post(.second)
    #expect(seen.entries == ["type first", "subtype", "type second"])
    subscription.dispose()
    carried.dispose()
    carried.dispose()
    post(.first)
    post(.second)
    #expect(seen.entries.count == 3)
  }

  @Test("the bridge posts events also to code that does not use a bus")
  func forwards() {
    let token = center.addObserver(forName: .first, object: nil, queue: nil) { [seen] notification in
      seen.add("\(notification.userInfo?["user"] ?? "")")
    }
    let subscription = bridge.forward(bus.on(Login.self), as: .first) { ["user": $0.user] }
    bus.dispatch(Login(user: "ann"))
    subscription.dispose()
    bus.dispatch(Login(user: "bob"))
    #expect(seen.entries == ["ann"])
    center.removeObserver(token)
  }

  @Test("a name carried both ways arrives once, from either side")
  func bothWays() {
    let token = center.addObserver(forName: .first, object: nil, queue: nil) { [seen] _ in seen.add("center") }
    bridge.on(.first).next { [seen] _ in seen.add("bus") }
    let forwards = bridge.forward(.first)
    post(.first)
    #expect(seen.entries.sorted() == ["bus", "center"])
    seen.clear()
    bus.dispatch(NotificationEvent(.first))
    #expect(seen.entries.sorted() == ["bus", "center"])
    forwards.dispose()
    center.removeObserver(token)
  }

  @Test("two buses on one center get each other's events once")
  func twoBuses() {
    let other = EventBus(name: "other")
    let bridges = [bridge, NotificationBridge(from: center, to: other)]
    bridges[0].on(.first).next { [seen] _ in seen.add("bus") }
    bridges[1].on(.first).next { [seen] _ in seen.add("other") }
    for bridge in bridges { bridge.forward(.first) }
    bus.dispatch(NotificationEvent(.first))
    #expect(seen.entries.sorted() == ["bus", "other"])
  }

  @Test("bridges of one center and one bus share their observers: a notification arrives once")
  func sharedObservers() {
    let second = NotificationBridge(from: center, to: bus)
    let first = bridge.on(.first).next { [seen] _ in seen.add("first") }
    let again = second.on(.first).next { [seen] _ in seen.add("second") }
    let carried = second.carry(.first)
    #expect(bridge.observerCount == 1)
    #expect(second.observerCount == 1)
    bus.on(NotificationEvent.self).next { [seen] _ in seen.add("bus") }
    post(.first)
    #expect(seen.entries == ["first", "second", "bus"])
    first.dispose()
    post(.first)
    #expect(seen.entries == ["first", "second", "bus", "second", "bus"])
    again.dispose()
    carried.dispose()
    #expect(bridge.observerCount == 0)
    #expect(second.observerCount == 0)
  }

  @Test("the observer that bridges share goes with the last of them, and a later bridge makes a new one (R10)")
  func lastBridge() {
    weak var left: NotificationCenter?
    do {
      let center = NotificationCenter()
      left = center
      for _ in 0..<3 {
        let bridges = (0..<3).map { _ in NotificationBridge(from: center, to: bus) }
        let subscriptions = bridges.map { $0.on(.first).next { [seen] _ in seen.add("heard") } }
        center.post(name: .first, object: nil)
        for subscription in subscriptions { subscription.dispose() }
      }
    }
    #expect(seen.entries.count == 9)
    #expect(left == nil)
  }

  @Test("a bus at the address of a deallocated bus gets listeners of its own")
  func addressUsedAgain() {
    var bridges: [NotificationBridge] = []
    for round in 1...100 {
      let bus = EventBus()
      let bridge = NotificationBridge(from: center, to: bus)
      bridge.on(.first).next { [seen] _ in seen.add("heard") }
      post(.first)
      #expect(seen.entries.count == round)
      // Keeps the listeners of the deallocated bus.
      bridges.append(bridge)
    }
    #expect(bridges.allSatisfy { $0.observerCount == 0 })
  }

  @Test("an owner without a lifetime gets nothing after its deallocation, and the next post removes the observer (R10)")
  func deadOwner() {
    var owner: Population? = Population()
    let bound = bridge.on(.first).bound(to: owner!)
    let subscriptions = [
      bound.next { [seen] _ in seen.add("next") }, bound.task { [seen] _ in seen.add("task") },
      bound.queue(.global()).next { [seen] _ in seen.add("queue") },
      bound.next(on: MainActor.self) { [seen] _ in seen.add("main") },
      bound.signal.subscribe { [seen] _ in seen.add("signal") },
    ]
    #expect(bridge.observerCount == 1)
    owner = nil
    for _ in 0..<1000 { post(.first) }
    #expect(subscriptions.allSatisfy { $0.isDisposed })
    #expect(bridge.observerCount == 0)
    #expect(bus.census.subscriptions == 0)
    #expect(seen.entries == [])
  }

  @Test("no lock is held while handlers run and their captures are released (R4)")
  func reentrancy() throws {
    try watched { [bridge, center, seen] in
      let population = Population()
      let inner = Guarded<Subscription?>(nil)
      let member = population.member {
        // Subscribes to a name again while the last handler of the name is being released.
        inner.with { $0 = bridge.on(.first).next { _ in seen.add("again") } }
      }
      let subscription = Guarded<Subscription?>(nil)
      subscription.with {
        $0 = bridge.on(.first).next { [member] _ in
          withExtendedLifetime(member) {}
          bridge.on(.second).next { _ in seen.add("inner") }
          center.post(name: .second, object: nil)
          subscription.with { $0 }?.dispose()
        }
      }
    }
    post(.first)
    post(.first)
    #expect(seen.entries == ["inner", "again"])
    #expect(bridge.observerCount == 2)
  }

  @Test("tasks and sequences get notifications while they exist")
  func async() async throws {
    let values = bridge.on(.first).values
    var iterator = values.makeAsyncIterator()
    let token = Journal<Int>()
    bridge.on(.second).task { event in
      await Task.yield()
      token.add(event.userInfo?["value"] as? Int ?? 0)
    }
    post(.second, 2)
    await yielding { token.entries == [2] }
    async let first: Void = { [bridge, center] in
      await yielding { bridge.observerCount == 2 }
      center.post(name: .first, object: nil)
    }()
    #expect(await iterator.next()?.name == .first)
    await first
  }
}

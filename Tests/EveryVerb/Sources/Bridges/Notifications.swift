import Foundation
import Switchboard
import SwitchboardFoundation

extension Notification.Name {
  fileprivate static let first = Notification.Name("first")
  fileprivate static let second = Notification.Name("second")
}

private final class Owner: Sendable {}

func notifications() {
  let (center, bus, heard) = (NotificationCenter(), EventBus(), Log<String>())
  let bridge = NotificationBridge(from: center, to: bus)
  let note: @Sendable (NotificationEvent) -> Void = { heard.add("\($0.name.rawValue) \($0.userInfo?["n"] ?? 0)") }
  let low = bridge.on(.first).next(note)
  let high = bridge.on(.first, .second).priority(1).next { event in
    heard.add("high \(event.center === center) \(event.object as? String ?? "-") \(event.notification.name.rawValue)")
  }
  check(bridge.observerCount, is: 2, "one observer for each name")
  center.post(name: .first, object: "o", userInfo: ["n": 1])
  center.post(name: .second, object: nil)
  check(heard.entries, is: ["high true o first", "first 1", "high true - second"], "notifications arrive by priority")
  low.dispose()
  high.dispose()
  check(bridge.observerCount, is: 0, "nothing is left")

  let subscription = bus.on(NotificationEvent.self).subtype("first").next(note)
  center.post(name: .first, object: nil, userInfo: ["n": 2])
  let carried = bridge.carry(.first)
  center.post(name: .first, object: nil, userInfo: ["n": 3])
  carried.dispose()
  center.post(name: .first, object: nil, userInfo: ["n": 4])
  check(heard.entries.dropFirst(3), is: ["first 3"], "a name is carried while it has a subscriber")
  subscription.dispose()
}

func forwardedNotifications() {
  let (center, bus, posted) = (NotificationCenter(), EventBus(), Log<String>())
  let bridge = NotificationBridge(from: center, to: bus)
  let tokens = [Notification.Name.first, .second].map { name in
    center.addObserver(forName: name, object: nil, queue: nil) { notification in
      let hasOrigin = notification.userInfo?[NotificationBridge.originKey] != nil
      posted.add("\(notification.name.rawValue) \(notification.userInfo?["user"] ?? "") \(hasOrigin)")
    }
  }
  let forwarded = bridge.forward(bus.on(Login.self), as: .first) { ["user": $0.user] }
  bridge.forward(bus.on(Ping.self), as: .second)
  bridge.forward(.second)
  bus.dispatch(Login(user: "ann"))
  bus.dispatch(Ping())
  bus.dispatch(NotificationEvent(.second, object: nil, userInfo: ["user": "bob"]))
  forwarded.dispose()
  bus.dispatch(Login(user: "cy"))
  check(posted.entries, is: ["first ann true", "second  true", "second bob true"], "events are posted")
  for token in tokens { center.removeObserver(token) }
  let event = NotificationEvent(.first, object: "o", userInfo: ["a": 1])
  check(event.subtype, is: "first", "a notification's name is its subtype")
  check(event.object as? String, is: "o", "it has its object")
  check(event.center == nil, "an event that was not posted has no center")
}

/// Checks all steps of a selection, and all calls that end a selection.
func notificationSelections() async {
  let (center, bus, heard) = (NotificationCenter(), EventBus(), Log<String>())
  let (bridge, owner) = (NotificationBridge(from: center, to: bus), Owner())
  let (lifetime, bag, queue) = (Lifetime(), CompositeDisposable(), DispatchQueue(label: "notifications"))
  let gates = (0..<4).map { _ in Gate() }
  bridge.on(.first).queue(queue).bound(to: lifetime).next { _ in gates[0].open() }
  bridge.on(.first).scheduler(.queue(label: "n")).bound(to: bag).next { _ in gates[1].open() }
  bridge.on(.first).executor(globalConcurrentExecutor).bound(to: owner).task { _ in gates[2].open() }
  bridge.on(.first).next(on: MainActor.self) { _ in
    MainActor.assertIsolated()
    gates[3].open()
  }
  bridge.on(.first).once().next { _ in heard.add("once") }
  let limited = bridge.on(.first).queue(queue, limit: 1, whenFull: .dropOldest).limit(2, whenFull: .dropNewest)
  limited.bound(to: bag).next { _ in }
  let signal = Recorder(bridge.on(.first).signal.map(\.name.rawValue))
  var values = bridge.on(.first).values.makeAsyncIterator()
  for _ in 0..<2 { center.post(name: .first, object: nil) }
  for gate in gates { await gate.pass() }
  check(heard.entries, is: ["once"], "once is once")
  check(signal.text, is: "first first", "a selection is a signal")
  check(await values.next()?.name, is: .first, "a sequence gets the notification")
  bus.dispatchSticky(NotificationEvent(.second))
  bridge.on(.second).priority(3).sticky().next { _ in heard.add("sticky") }
  check(heard.entries.last, is: "sticky", "a selection with sticky begins with the sticky event")
  withExtendedLifetime((owner, lifetime)) {}
  bag.dispose()
}

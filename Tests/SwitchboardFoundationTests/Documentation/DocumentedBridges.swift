import Foundation
import Switchboard
import SwitchboardFoundation
import SwitchboardTestSupport
import Testing

private struct Purchase: Event { var item: String }
private struct Login: Decodable, Sendable { var user: String }
private struct Credentials: Encodable { var user: String }
private struct Closing: Event {}

extension Notification.Name {
  static let userDidLogIn = Notification.Name("UserDidLogIn")
  static let userDidBuy = Notification.Name("UserDidBuy")
}

/// The examples of `Switchboard.docc/Bridges.md`, in the same words.
@Suite("Documentation: bridges")
struct DocumentedBridges {
  @Test("notifications")
  func notifications() {
    let (center, bus, greeted, bought) = (NotificationCenter(), EventBus(), Journal<String>(), Journal<String>())
    @Sendable func greet(_ name: String?) { greeted.add(name ?? "") }
    let token = center.addObserver(forName: .userDidBuy, object: nil, queue: nil) { notification in
      bought.add(notification.userInfo?["item"] as? String ?? "")
    }

    let bridge = NotificationBridge(from: center, to: bus)
    bridge.on(.userDidLogIn).priority(1).next { event in greet(event.userInfo?["name"] as? String) }
    bridge.forward(bus.on(Purchase.self), as: .userDidBuy) { ["item": $0.item] }

    center.post(name: .userDidLogIn, object: nil, userInfo: ["name": "ann"])
    bus.dispatch(Purchase(item: "tea"))
    #expect(greeted.entries == ["ann"])
    #expect(bought.entries == ["tea"])
    center.removeObserver(token)
  }

  @Test("JSON by name")
  func json() throws {
    let (bus, greeted, printed) = (EventBus(), Journal<String>(), Journal<String>())
    @Sendable func greet(_ name: String) { greeted.add(name) }
    @Sendable func print(_ error: any Error) { printed.add("\(error)") }

    bus.on(json: "login", as: Login.self).next { login in greet(login.user) }
    try bus.dispatch(json: "login", Credentials(user: "ann"))
    bus.dispatch(JSONEvent("login", text: #"{"user": "bob"}"#))
    bus.failures.subscribe { failure in print(failure.error) }

    bus.dispatch(JSONEvent("login", text: "{}"))
    #expect(greeted.entries == ["ann", "bob"])
    #expect(printed.entries == ["invalid payload of the event “login” (Login), at user: The key is missing."])
  }
}

extension ProcessLifecycleTests {
  @Test("the example of Switchboard.docc/Bridges.md: a signal is an event, which starts an ordered end")
  func documented() async throws {
    let (bus, closed) = (EventBus(), Counter())
    bus.on(Closing.self).next { _ in closed.increment() }

    bus.on(process: .terminate).once().task { _ in try await bus.deliver(Closing()) }
    let lifecycle = try ProcessLifecycle([.terminate, .interrupt], to: bus)

    send(.terminate)
    await yielding { closed.value == 1 }
    lifecycle.dispose()
  }
}

import Foundation
import Switchboard
import SwitchboardFoundation

struct UserLoggedIn: Event {
  var name: String
  var subtype: String? { name }
}

extension Notification.Name {
  static let userLoggedIn = Notification.Name("userLoggedIn")
}

/// The right columns of the tables in `Switchboard.docc/FromNotificationCenter.md`.
func fromNotificationCenter(_ bus: EventBus, _ center: NotificationCenter, _ bridge: NotificationBridge) {
  row { struct UserLoggedIn: Event { var name: String } }
  row { EventBus.shared }
  row { EventBus(name: "checkout") }
  row { bus.dispatch(UserLoggedIn(name: "ann")) }
  row { bus.subscribe(UserLoggedIn.self, owner: screen) { screen, event in screen.show(event.name.count) } }
  row { bus.subscribe(UserLoggedIn.self) { print($0.name) } }
  row { subscription.dispose() }
  row { bus.subscribe(UserLoggedIn.self, on: MainActor.self) { print($0.name) } }
  row { bus.on(UserLoggedIn.self).queue(queue).next { print($0.name) } }
  row { bus.on(UserLoggedIn.self).subtype("ann").next { print($0.name) } }
  row { bus.on(any: (any Event).self).next { print($0) } }
  row { bus.dispatch(UserLoggedIn(name: "ann"), on: .main) }
  row { for await event in bus.on(UserLoggedIn.self).values { print(event.name) } }
  row { bus.on(UserLoggedIn.self).signal.debounce(.seconds(1), on: .main) }
  row { NotificationBridge(from: center, to: bus) }
  row { bridge.on(.userLoggedIn).next { print($0.userInfo?["name"] as? String ?? "") } }
  row { bridge.forward(bus.on(UserLoggedIn.self), as: .userLoggedIn) { ["name": $0.name] } }
}

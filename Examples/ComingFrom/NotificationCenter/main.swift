import Switchboard

struct UserLoggedIn: Event {
  var name: String
}

final class Greeter: LifetimeOwner, Sendable {
  let lifetime = Lifetime()

  init(_ bus: EventBus) {
    bus.subscribe(UserLoggedIn.self, owner: self) { greeter, event in greeter.greet(event.name) }
  }

  private func greet(_ name: String) { print("Welcome, \(name)") }
}

let bus = EventBus()
var greeter: Greeter? = Greeter(bus)
bus.dispatch(UserLoggedIn(name: "ann"))
greeter = nil
bus.dispatch(UserLoggedIn(name: "bob"))

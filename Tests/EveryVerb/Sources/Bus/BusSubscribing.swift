import Dispatch
import Switchboard

struct Login: Event, Equatable {
  var user: String
  var subtype: String? { user }
}

struct Ping: Event {}

protocol Noted: Event {}
struct Note: Noted {}

private final class Window: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let greeted = Log<String>()
}

private final class Plain: Sendable {
  let greeted = Log<String>()
}

func busSubscribing() {
  let (bus, heard) = (EventBus(name: "checkout"), Log<String>())
  let (window, plain) = (Window(), Plain())
  check(bus.name, is: "checkout", "a bus has a name")
  check(!bus.dispatch(Ping()), "a dispatch without a subscriber returns false")
  let subscription = bus.subscribe(Login.self) { heard.add("plain \($0.user)") }
  bus.subscribe(Login.self, subtype: "ann", priority: 5) { heard.add("subtype \($0.user)") }
  bus.subscribe(Login.self, owner: window) { $0.greeted.add($1.user) }
  bus.subscribe(Login.self, subtype: "bob", priority: 1, owner: plain) { $0.greeted.add($1.user) }
  bus.on(Login.self).next { heard.add("next \($0.user)") }
  bus.on(Login.self).subtypes("ann", "bob").once().next { heard.add("once \($0.user)") }
  bus.on(Login.self).subtype("bob").priority(-1).next { heard.add("last \($0.user)") }
  check(bus.dispatch(Login(user: "ann")), "a dispatch with a subscriber returns true")
  check(heard.entries, is: ["subtype ann", "once ann", "plain ann", "next ann"], "by priority, subtype and number")
  bus.dispatch(Login(user: "bob"))
  check(heard.entries.suffix(3), is: ["plain bob", "next bob", "last bob"], "once is once")
  check(window.greeted.entries, is: ["ann", "bob"], "an owner gets the events")
  check(plain.greeted.entries, is: ["bob"], "an owner gets the events of its subtype")
  subscription.dispose()
  check(bus.dispatch(Login(user: "cy")), "a dispatch with remaining subscribers returns true")
  check(heard.entries.last, is: "next cy", "a disposed subscriber gets nothing more")
}

func busSupertypes() {
  let (bus, heard) = (EventBus(), Log<String>())
  bus.on(any: (any Event).self).next { heard.add("event \($0.subtype ?? "-")") }
  bus.on(any: (any Noted).self).next { _ in heard.add("noted") }
  bus.on(any: (any Sendable).self).subtype("ann").next { _ in heard.add("ann") }
  bus.on(Note.self).next { _ in heard.add("note") }
  check(bus.dispatch(Note()), "a subscriber of a supertype counts as a subscriber")
  bus.dispatch(Login(user: "ann"))
  check(heard.entries, is: ["note", "event -", "noted", "event ann", "ann"], "the type first, then its supertypes")
}

func busBounds() {
  let (bus, heard) = (EventBus(), Log<String>())
  let (bag, plain) = (CompositeDisposable(), Plain())
  var lifetime: Lifetime? = Lifetime()
  bus.on(Ping.self).bound(to: bag).next { _ in heard.add("bag") }
  bus.on(Ping.self).bound(to: plain).next { _ in heard.add("owner") }
  bus.on(Ping.self).bound(to: lifetime!).next { _ in heard.add("lifetime") }
  bus.dispatch(Ping())
  check(heard.entries, is: ["bag", "owner", "lifetime"], "bound subscriptions get the event")
  check(bus.census.subscriptions, is: 3, "three subscriptions")
  check(bus.census.topics, is: 1, "one type")
  check(bus.census.capacity > 0 && bus.census.subscriptionCapacity >= 3, "there is room for them")
  lifetime = nil
  bag.dispose()
  withExtendedLifetime(plain) {}
  boundForAWhile(bus, heard)
  check(bus.census.subscriptions, is: 1, "a census removes the subscriptions of deallocated owners")
  bus.dispatch(Ping())
  check(!heard.entries.contains("gone"), "a subscription of a deallocated owner gets nothing")
  let empty: BusCensus = EventBus().census
  check(empty == EventBus().census && empty.topics == 0, "empty buses have the same census")
}

@inline(never)
private func boundForAWhile(_ bus: EventBus, _ heard: Log<String>) {
  let owner = Plain()
  bus.on(Ping.self).bound(to: owner).next { _ in heard.add("gone") }
  withExtendedLifetime(owner) {}
}

@MainActor
func busOnMainActor() {
  let (bus, heard, window) = (EventBus(), Log<String>(), Window())
  bus.subscribe(Login.self, on: MainActor.self) { event in
    MainActor.assertIsolated()
    heard.add(event.user)
  }
  bus.subscribe(Login.self, owner: window, on: MainActor.self) { $0.greeted.add($1.user) }
  bus.on(Login.self).next(on: MainActor.self) { heard.add("next \($0.user)") }
  bus.dispatch(Login(user: "ann"))
  check(heard.entries, is: ["ann", "next ann"], "on the main actor handlers are called in the dispatch")
  check(window.greeted.entries, is: ["ann"], "an owner's too")
}

import Dispatch
import Switchboard

func busDelivery() {
  let (bus, heard) = (EventBus(), Log<String>())
  bus.on(Login.self).priority(100).next { event, delivery in
    if event.user.isEmpty { delivery.cancel() }
    heard.add("first \(delivery.isCancelled)")
  }
  bus.on(Login.self).next { heard.add($0.user) }
  bus.dispatch(Login(user: ""))
  bus.dispatch(Login(user: "ann"))
  check(heard.entries, is: ["first true", "first false", "ann"], "a delivery can be cancelled")
}

func busSticky() {
  let (bus, heard) = (EventBus(), Log<String>())
  check(!bus.dispatchSticky(Login(user: "ann")), "a sticky dispatch without a subscriber returns false")
  bus.dispatchSticky(Login(user: "bob"))
  bus.dispatchSticky(Login(user: "ann"))
  bus.on(Login.self).sticky().next { heard.add($0.user) }
  bus.on(Login.self).subtype("bob").sticky().next { heard.add("only \($0.user)") }
  check(heard.entries, is: ["bob", "ann", "only bob"], "the last of each subtype, in order")
  check(bus.dispatchSticky(Login(user: "cy")), "a sticky dispatch with a subscriber returns true")
  check(heard.entries.last, is: "cy", "a subscriber that got the old events gets the new event")
  check(bus.stickyEvent(Login.self)?.user, is: "cy", "the last one")
  check(bus.stickyEvent(Login.self, subtype: "ann")?.user, is: "ann", "the last of a subtype")
  check(bus.census.sticky, is: 3, "three are kept")
  check(bus.census.stickyCapacity >= 3, "the census has the capacity for sticky events")
  check(bus.removeStickyEvent(Login.self, subtype: "ann"), is: Login(user: "ann"), "one is taken away")
  bus.removeStickyEvents(of: Login.self)
  check(bus.stickyEvent(Login.self) == nil, "all of a type")
  bus.dispatchSticky(Ping())
  bus.removeAllStickyEvents()
  check(bus.census.sticky, is: 0, "all sticky events are removed")
  check(bus.removeStickyEvent(Ping.self) == nil, "there is nothing left to take away")
}

func busDeadAndNamed() {
  let (bus, heard) = (EventBus(), Log<String>())
  bus.on(DeadEvent.self).next { heard.add("no subscriber for \(type(of: $0.event))") }
  check(!bus.dispatch(Ping()), "a dispatch that reaches only subscribers of dead events returns false")
  bus.on(NamedEvent.self).subtype("refresh").next { heard.add("\($0.name) \($0.payload as? Int ?? 0)") }
  var event = NamedEvent("refresh", payload: 3)
  bus.dispatch(event)
  event.payload = 4
  bus.dispatch(event)
  event.name = "other"
  check(event.subtype, is: "other", "a name is a subtype")
  bus.dispatch(event)
  check(
    heard.entries, is: ["no subscriber for Ping", "refresh 3", "refresh 4", "no subscriber for NamedEvent"],
    "events are found by name")
  check(DeadEvent(Ping()).event is Ping, "a dead event has the event")
}

func busChains() {
  let top = EventBus(name: "top")
  let middle = EventBus(name: "middle", parent: top)
  let (screen, heard) = (EventBus(name: "screen", parent: middle), Log<String>())
  check(screen.parent === middle && top.parent == nil, "a bus knows its parent")
  top.on(Ping.self).next { _ in heard.add("top") }
  middle.on(Ping.self).next { _ in heard.add("middle") }
  check(!screen.dispatch(Ping()), "the bus alone")
  check(screen.dispatch(Ping(), reaching: .chain), "the chain")
  check(screen.dispatch(Ping(), reaching: .nearest), "the nearest")
  check(!screen.dispatch(Ping(), reaching: .bus), "the bus again")
  check(heard.entries, is: ["middle", "top", "middle"], "each bus of the chain in its turn")
  let (shared, subscription) = (EventBus.shared, EventBus.shared.on(Ping.self).next { _ in heard.add("shared") })
  check(shared.dispatch(Ping()), "there is one bus for all")
  subscription.dispose()
  check(shared.name != nil, "it has a name")
}

/// Checks dispatches that return before any handler is called.
func busTargets() async {
  let (bus, heard, queue) = (EventBus(name: "targets"), Log<String>(), DispatchQueue(label: "targets"))
  let gates = (0..<4).map { _ in Gate() }
  bus.on(NamedEvent.self).next { event in
    heard.add(event.name)
    if let number = event.payload as? Int { gates[number].open() }
  }
  bus.dispatch(NamedEvent("main", payload: 0), on: .main)
  await gates[0].pass()
  bus.dispatch(NamedEvent("bus", payload: 1), on: .bus)
  await gates[1].pass()
  bus.dispatch(NamedEvent("queue", payload: 2), on: .queue(queue), reaching: .chain)
  await gates[2].pass()
  bus.dispatch(NamedEvent("scheduler", payload: 3), on: .scheduler(.queue(label: "other")))
  await gates[3].pass()
  check(heard.entries, is: ["main", "bus", "queue", "scheduler"], "each target gets its event")
}

import Dispatch
import Switchboard
import SwitchboardTestSupport
import Testing

private final class Window: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let greeted = Journal<String>()
  func greet(_ user: String) { greeted.add(user) }
}

/// Where the examples' output goes. Not the suite's own: a handler that keeps the suite keeps its bus.
private let output = Guarded(Journal<String>())

/// Instead of printing.
private func print(_ value: some Any) { output.with { $0 }.add("\(value)") }
@Sendable private func show(_ value: some Any) { print("shown \(value)") }
private func store(_ text: String) async throws {
  print("stored \(text)")
  if text == "bob" { throw Refusal(number: 1) }
}

/// The examples of Switchboard.docc/Bus.md, in the same words.
@Suite("Bus: the documentation's examples", .serialized)
struct DocumentedBus {
  private let window = Window()
  let bus = EventBus(name: "checkout", parent: EventBus(name: "parent"))
  let lifetime = Lifetime()
  let printed = Journal<String>()

  init() { output.with { $0 = printed } }

  @Test("the first example")
  func first() {
    let (queue, done, printed) = (DispatchQueue(label: "queue"), Gate(), printed)
    @Sendable func print(_ user: String) {
      printed.add(user)
      done.open()
    }

    struct Login: Event {
      var user: String
      var subtype: String? { user }
    }

    let bus = EventBus(name: "checkout", parent: .shared)  // EventBus.shared is one per process
    bus.subscribe(Login.self, owner: window) { window, event in window.greet(event.user) }
    bus.on(Login.self).subtype("ann").queue(queue).priority(10).bound(to: lifetime).next { event in print(event.user) }
    bus.dispatch(Login(user: "ann"))  // true: the event had a subscriber
    bus.dispatch(NamedEvent("refresh", payload: 3), on: .main)  // for modules that share only a name

    done.wait()
    #expect(window.greeted.entries == ["ann"])
    #expect(printed.entries == ["ann"])
    #expect(bus.dispatch(Login(user: "bob")))
  }

  @Test("subscribing")
  func subscribing() async {
    let reader = Task { [bus] in
      bus.on(Login.self).next { print($0.user) }  // until disposal, or the deallocation of the bus
      bus.on(Login.self).subtypes("ann", "bob").once().next { print($0.user) }
      bus.subscribe(Login.self, on: MainActor.self) { show($0.user) }
      bus.on(any: (any Event).self).next { print("\($0)") }  // a protocol, or a class and its subclasses
      bus.on(Login.self).signal.map(\.user).subscribe { print($0) }
      for await event in bus.on(Login.self).values { print(event.user) }
    }
    // Each of the two subtypes counts.
    await yielding { bus.census.subscriptions == 7 }
    bus.dispatch(Login(user: "ann"))
    await yielding { printed.entries.count == 6 }
    #expect(printed.entries.sorted() == ["Login(user: \"ann\")", "ann", "ann", "ann", "ann", "shown ann"])
    reader.cancel()
    await reader.value
    #expect(bus.census.subscriptions == 4)
  }

  @Test("slow handlers")
  func slowHandlers() async {
    typealias Tick = Ping
    let queue = DispatchQueue(label: "slow")
    @Sendable func show(_ tick: Ping) { print("shown \(tick.number)") }
    @Sendable func store(_ tick: Ping) async throws { print("stored \(tick.number)") }

    bus.on(Tick.self).queue(queue, limit: 100, whenFull: .dropOldest).next { show($0) }
    bus.on(Tick.self).limit(100, whenFull: .dropNewest).task { tick in try await store(tick) }
    bus.dispatch(Ping(number: 7))
    await yielding { printed.entries.count == 2 }
    let waiting = bus.census.waiting  // events that wait now; also `mostWaiting` and `dropped`
    #expect(waiting == 0)
    #expect(printed.entries.sorted() == ["shown 7", "stored 7"])
  }

  @Test("cancelling")
  func cancelling() {
    bus.on(Login.self).priority(100).next { event, delivery in
      if event.user.isEmpty { delivery.cancel() }  // later subscribers do not get the event
    }
    bus.on(Login.self).next { print($0.user) }
    bus.dispatch(Login(user: ""))
    bus.dispatch(Login(user: "ann"))
    #expect(printed.entries == ["ann"])
  }

  @Test("sticky events, dead events")
  func sticky() {
    bus.dispatchSticky(Login(user: "ann"))  // the bus keeps the last event of each type and subtype
    bus.on(Login.self).sticky().next { print($0.user) }  // ann, then later events: no gap, no duplicate
    let last = bus.stickyEvent(Login.self)
    #expect(last?.user == "ann")
    bus.removeStickyEvent(Login.self, subtype: "ann")
    #expect(bus.stickyEvent(Login.self) == nil)
    bus.on(DeadEvent.self).next { print("no subscriber for \($0.event)") }
    bus.dispatch(Ping())
    #expect(printed.entries == ["ann", "no subscriber for Ping(number: 0)"])
  }

  @Test("awaiting")
  func awaiting() async throws {
    bus.on(Login.self).task { event in try await store(event.user) }
    try await bus.deliver(Login(user: "ann"), policy: .continueOnError)
    bus.failures.subscribe { print($0.error) }  // errors of dispatched events, which no caller awaits
    bus.dispatch(Login(user: "bob"))
    await yielding { printed.entries.count == 3 }
    #expect(printed.entries == ["stored ann", "stored bob", "Refusal(number: 1)"])
  }

  @Test("scopes")
  func scopes() {
    bus.on(Login.self).next { print("bus \($0.user)") }
    bus.parent?.on(Login.self).next { print("parent \($0.user)") }
    let screen = EventBus(name: "screen", parent: bus)
    screen.dispatch(Login(user: "ann"), reaching: .chain)  // screen, then bus, then its parent
    #expect(printed.entries == ["bus ann", "parent ann"])
    screen.dispatch(Login(user: "ann"), reaching: .nearest)  // the first bus on this way with a subscriber
    #expect(printed.entries == ["bus ann", "parent ann", "bus ann"])
  }
}

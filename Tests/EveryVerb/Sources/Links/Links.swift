import Switchboard
import SwitchboardLink
import SwitchboardLinkTesting
import SwitchboardTesting
import Synchronization

private struct Price: WireEvent {
  static let wireName = "price"
  var cents: Int
}

private struct Order: DurableEvent {
  static let wireName = "order"
  static let streamLimits = StreamLimits(bytes: 1 << 20, age: .seconds(3600), whenFull: .refuseNew)
  static let partitions = 2
  var number: Int
  var partitionKey: String? { "\(number % 2)" }
}

/// Links with real threads, over an engine of the client's own.
func links() async throws {
  let network = MemoryNetwork()
  let (engine, other) = (CountingEngine(network), MemoryTransport(network))
  let (here, there) = (EventBus(), EventBus())
  let (near, far) = (
    BusLink(here, application: "shop", over: engine), BusLink(there, application: "shop", over: other)
  )
  let (prices, orders, answered) = (Log<Int>(), Log<Int>(), Log<Int>())
  let (priced, ordered) = (Gate(), Gate())
  there.subscribe(Price.self) { price in
    if RemoteArrival.current?.subject.kind == .live { prices.add(price.cents) } else { answered.add(price.cents) }
    if price.cents == 2 { priced.open() }
  }
  there.on(Order.self).tryNext { order in
    orders.add(order.number)
    if order.number == 2 { ordered.open() }
    if order.number == 3 { throw Fault.late }
  }
  far.receive(Price.self)
  far.respond(to: Price.self)
  let receiving = far.receive(Order.self, as: "billing", retry: .never, ordered: true, begins: .oldest)
  try await far.ready(within: .seconds(30))
  near.forward(Price.self)
  near.forward(Order.self)
  try await near.ready()
  check(here.dispatch(Price(cents: 1)), "a forwarded event is heard")
  check(here.dispatch(Price(cents: 2)), "a forwarded event is heard")
  await priced.pass()
  check(prices.entries, is: [1, 2], "live events")
  try await near.publish(Order(number: 1), identity: "order 1")
  try await near.publish(Order(number: 1), identity: "order 1")
  try await near.publish(Order(number: 2), within: .seconds(30))
  await ordered.pass()
  try await near.deliver(Price(cents: 3), within: .seconds(30))
  check(answered.entries, is: [3], "deliver")
  check(near.state.value, is: .connected, "the state")
  check(near.census.duplicates, is: 1, "the census")
  let stored = network.storedMessages(of: WirePattern(application: "shop", kind: .durable, name: "order"))
  check(stored.count, is: 2, "stored messages")
  receiving.dispose()
  try await near.close(within: .seconds(30))
  try await far.close()
  check(orders.entries.sorted(), is: [1, 2], "durable events")
  check(engine.calls.load(ordering: .relaxed) > 8, "the engine is used")
}

/// Links in virtual time, with faults and processes that are cut off.
func linksInVirtualTime() {
  let clock = TestScheduler()
  let network = MemoryNetwork(scheduler: clock, faults: FaultSchedule(seed: 3, until: .seconds(5)))
  let engines = (0..<2).map { _ in MemoryTransport(network) }
  let buses = [EventBus(), EventBus()]
  var options = LinkOptions()
  options.scheduler = clock
  let links = zip(buses, engines).map { BusLink($0, application: "shop", over: $1, options: options) }
  // An optimised build releases an array after its last use, and a link that is released ends.
  defer { withExtendedLifetime(links) {} }
  let (orders, problems) = (Log<Int>(), Log<String>())
  links[0].forward(Order.self)
  links[1].receive(Order.self, as: "billing", prefetch: 2)
  links[1].problems.subscribe { problems.add("\($0)") }
  buses[1].subscribe(Order.self) { orders.add($0.number) }
  clock.advance(by: .seconds(1))
  for number in 1...4 {
    buses[0].dispatch(Order(number: number))
    engines[0].disconnect()
    clock.advance(by: .seconds(2))
  }
  engines[1].stall(for: .seconds(2))
  network.partition(for: .seconds(2))
  network.disconnectAll()
  network.restart()
  clock.advance(by: .seconds(200))
  check(Set(orders.entries), is: [1, 2, 3, 4], "events under faults")
  network.removeConsumers(group: "billing")
  clock.advance(by: .seconds(30))
  check(problems.entries.count >= 1, "problems")
  check(network.census.storedMessages, is: 4, "the census of a network")
  network.emptyStream("my%20shop_durable_order")
  network.removeStream("my%20shop_durable_order")
  let subject = WireSubject(application: "my shop", kind: .live, name: "a.b", subtype: "c")
  check(WireSubject(text: subject.text), is: subject, "subjects")
  check(WirePattern(application: "my shop", kind: .live, name: nil).matches(subject), "patterns")
  check(WireText.unescaped(WireText.escaped("a.b")), is: "a.b", "escaping")
}

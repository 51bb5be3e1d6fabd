import Switchboard
import SwitchboardLink
import SwitchboardLinkTesting
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

struct OrderPlaced: DurableEvent {  // stored; each group handles the event at least once
  static let wireName = "order-placed"  // the name between processes
  var id: Int
  var customer: String
}

struct PriceChanged: WireEvent {
  static let wireName = "price-changed"
  var item: String
  var cents: Int
  var subtype: String? { item }
}

struct ParcelPacked: DurableEvent {
  static let wireName = "parcel-packed"
  static let partitions = 8  // the same number in all processes
  static let streamLimits = StreamLimits(bytes: 20 << 30, age: .seconds(24 * 3600))
  var id: Int
  var customer: String
  var partitionKey: String? { customer }
}

struct StockAsked: WireEvent {
  static let wireName = "stock-asked"
  var item: String
}
struct OutOfStock: Error {}

/// The examples of Switchboard.docc/Links.md, in the same words. They use only what is public.
@Suite("Links: the documentation's examples", .serialized)
struct DocumentedLinks {
  private let printed = Journal<String>()
  private let network = MemoryNetwork()
  private let shop = EventBus(name: "shop")
  private let warehouse = EventBus(name: "warehouse")
  private let office = EventBus(name: "office")
  /// The engine of a process of its own, on the network of the test.
  private var engine: MemoryTransport { MemoryTransport(network) }

  /// Makes a process of its own.
  private func link(_ bus: EventBus) -> BusLink { BusLink(bus, application: "store", over: engine) }

  private var stored: [WireMessage] {
    network.storedMessages(of: WirePattern(application: "store", kind: .durable, name: nil))
  }

  @Test func `the first example`() async throws {
    let printed = printed
    @Sendable func print(_ line: String) { printed.add(line) }

    let engine = MemoryTransport()  // carries the events, in memory
    let (shop, warehouse) = (EventBus(name: "shop"), EventBus(name: "warehouse"))  // each stands for a process
    let here = BusLink(shop, application: "store", over: engine)
    let there = BusLink(warehouse, application: "store", over: engine)
    warehouse.subscribe(OrderPlaced.self) { order in print("packing order \(order.id)") }
    there.receive(OrderPlaced.self, as: "packing")
    try await here.publish(OrderPlaced(id: 1, customer: "ann"))  // returns when the event is stored

    await yielding { printed.entries.count == 1 }
    #expect(printed.entries == ["packing order 1"])
    try await here.close()
    try await there.close()
    #expect(here.state.value == .closed)
  }

  @Test func `live events`() async throws {
    let printed = printed
    @Sendable func print(_ line: String) { printed.add(line) }
    let (here, there, cache) = (link(shop), link(warehouse), link(office))
    office.subscribe(PriceChanged.self) { _ in print("stored in the cache") }

    here.forward(PriceChanged.self)  // what `shop` dispatches goes to the other processes
    there.receive(PriceChanged.self)  // this process gets every event
    cache.receive(PriceChanged.self, group: "cache")  // one process of the group gets each event
    warehouse.on(PriceChanged.self).subtype("tea").next { event in print("tea costs \(event.cents)") }
    for link in [here, there, cache] { try await link.ready() }
    shop.dispatch(PriceChanged(item: "tea", cents: 250))  // true, because the link is a subscriber

    await yielding { printed.entries.count == 2 }
    #expect(printed.entries.sorted() == ["stored in the cache", "tea costs 250"])
    #expect(network.census.storedMessages == 0, "no stream keeps live events")
    #expect(here.census.received == 0, "what is dispatched does not come back")
  }

  @Test func `durable events`() async throws {
    let printed = printed
    @Sendable func print(_ line: String) { printed.add(line) }
    let (here, there) = (link(shop), link(warehouse))
    warehouse.subscribe(OrderPlaced.self) { order in print("packing order \(order.id)") }
    there.receive(OrderPlaced.self, as: "packing")

    let office = EventBus(name: "office")  // a group of its own: a bus and a link of its own
    let billing = BusLink(office, application: "store", over: engine)
    office.subscribe(OrderPlaced.self) { order in print("billing order \(order.id)") }
    billing.receive(OrderPlaced.self, as: "billing")
    try await here.publish(OrderPlaced(id: 1, customer: "ann"), identity: "order 1", within: .seconds(2))

    await yielding { there.census.handled + billing.census.handled == 2 }
    try await here.publish(OrderPlaced(id: 1, customer: "ann"), identity: "order 1")
    #expect(here.census.duplicates == 1)
    await yielding { network.census.pending == 0 }
    #expect(printed.entries.sorted() == ["billing order 1", "packing order 1"])
    // The form on the wire, as the page shows it.
    #expect(stored.map(\.subjectText) == ["store.durable.order-placed.1.0.-"])
    #expect(stored.map(\.identity) == ["c-order%201"])
    #expect(stored.map { String(decoding: $0.payload, as: UTF8.self) } == [#"{"customer":"ann","id":1}"#])
  }

  @Test func `dispatched durable events`() async throws {
    let printed = printed
    @Sendable func print(_ line: String) { printed.add(line) }
    let here = link(shop)
    shop.subscribe(OrderPlaced.self) { order in print("shown \(order.id)") }

    here.forward(OrderPlaced.self)
    here.receive(OrderPlaced.self, as: "packing")
    shop.dispatch(OrderPlaced(id: 1, customer: "ann"))  // local subscribers now; stored a moment later

    #expect(printed.entries == ["shown 1"])
    await yielding { here.census.own == 1 && network.census.pending == 0 }
    #expect(stored.count == 1)
    #expect(printed.entries == ["shown 1"], "the member that dispatched the event acknowledges it")
    #expect(here.census.handled == 0)
  }

  @Test func `what a handler knows of an event`() async throws {
    let printed = printed
    @Sendable func print(_ line: String) { printed.add(line) }
    let (here, there) = (link(shop), link(warehouse))
    let refusals = Counter()

    warehouse.on(OrderPlaced.self).task { order in
      if let arrival = RemoteArrival.current, arrival.attempt > 1 { print("again: \(arrival.identity)") }
      refusals.increment()
      if refusals.value == 1 { throw Refusal() }
    }
    warehouse.on(OrderPlaced.self).scheduler(.queue(label: "later")).next { _ in
      print("on a queue: \(RemoteArrival.current?.attempt ?? 0)")
    }
    there.receive(OrderPlaced.self, as: "packing", retry: RetryPolicy(pause: .milliseconds(10)))
    try await here.publish(OrderPlaced(id: 1, customer: "ann"), identity: "order 1")
    await yielding { there.census.handled == 1 }
    #expect(printed.entries.sorted() == ["again: c-order%201", "on a queue: 1", "on a queue: 2"])
  }

  @Test func `delivered events`() async throws {
    let printed = printed
    @Sendable func print(_ line: String) { printed.add(line) }
    let (here, there) = (link(shop), link(warehouse))

    warehouse.on(StockAsked.self).tryNext { asked in if asked.item == "salt" { throw OutOfStock() } }
    there.respond(to: StockAsked.self)
    try await there.ready()
    try await here.deliver(StockAsked(item: "tea"), within: .seconds(2))  // returns after the handlers of one process
    do {
      try await here.deliver(StockAsked(item: "salt"), within: .seconds(2))
    } catch RemoteDeliveryError.handlersFailed(let texts) {
      print("the warehouse says: \(texts[0])")
    }
    #expect(printed.entries == ["the warehouse says: OutOfStock()"])
  }

  @Test func `order and partitions`() async throws {
    let handled = Journal<ParcelPacked>()
    let (here, there) = (link(shop), link(warehouse))
    warehouse.subscribe(ParcelPacked.self) { handled.add($0) }

    there.receive(ParcelPacked.self, as: "shipping", ordered: true)

    for id in 1...20 { try await here.publish(ParcelPacked(id: id, customer: id % 2 == 0 ? "ann" : "bob")) }
    await yielding { handled.entries.count == 20 }
    for customer in ["ann", "bob"] {
      let ids = handled.entries.filter { $0.customer == customer }.map(\.id)
      #expect(ids == ids.sorted())
    }
    #expect(network.census.consumers == 8)
    // The partition that the page computes in Python.
    let subjects = stored.map(\.subjectText)
    #expect(Set(subjects) == ["store.durable.parcel-packed.1.0.-", "store.durable.parcel-packed.1.4.-"])
  }

  @Test func `retry and dead letters`() async throws {
    let printed = printed
    @Sendable func print(_ line: String) { printed.add(line) }
    @Sendable func charge(_ order: OrderPlaced) throws { throw Refusal() }
    let (here, billing) = (link(shop), link(office))
    let dead = Counter()
    office.on(DeadEvent.self).next { _ in dead.increment() }

    let retry = RetryPolicy(attempts: 3, pause: .milliseconds(20))  // pauses of 20 and 40 ms
    office.on(OrderPlaced.self).tryNext { order in try charge(order) }
    billing.receive(OrderPlaced.self, as: "billing", retry: retry)
    billing.problems.subscribe { problem in
      if case .deadLetter(let subject, let reason) = problem { print("given up: \(subject): \(reason)") }
    }

    try await here.publish(OrderPlaced(id: 1, customer: "ann"))
    await yielding { printed.entries.count == 1 && dead.value == 1 }
    #expect(billing.census.retried == 2 && billing.census.deadLetters == 1)
    #expect(printed.entries == ["given up: store.durable.order-placed.1.0.-: Refusal()"])
    let letters = network.storedMessages(of: WirePattern(application: "store", kind: .dead, name: nil))
    #expect(letters.map(\.subjectText) == ["store.dead.order-placed.1.0.billing"])
  }

  @Test func `connection, queue and closing`() async throws {
    let printed = printed
    @Sendable func print(_ line: Any) { printed.add("\(line)") }
    let options = LinkOptions(queueLimit: 10_000, whenFull: .refuse)  // a full queue makes publish(_:) throw
    let link = BusLink(shop, application: "store", over: engine, options: options)
    link.state.signal.subscribe { state in print(state) }
    link.problems.subscribe { problem in print(problem) }
    try await link.ready(within: .seconds(10))  // throws the error of the last attempt to connect
    let confirmed = link.census.confirmed  // also `waiting`, `unconfirmed`, `dropped`, `received`, `handled`
    try await link.close(within: .seconds(5))

    #expect(confirmed == 0)
    do {
      let options = LinkOptions(replicas: 3)  // each stream is on three servers of a cluster
      #expect(options.replicas == 3)
    }
    #expect(printed.entries.suffix(3) == ["connected", "closing", "closed"])
    await #expect(throws: LinkError.closed) { try await link.publish(OrderPlaced(id: 1, customer: "ann")) }
  }

  @Test func `a later version reads earlier data`() async throws {
    let (here, there) = (link(shop), link(warehouse))
    let seen = Journal<String>()
    struct PriceChanged: WireEvent {
      static let wireName = "price-changed"
      static let wireVersion = 2  // version 1 had no currency, and whole euros
      var item: String
      var cents: Int
      var currency: String

      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let version = decoder.userInfo[.wireVersion] as? Int ?? Self.wireVersion
        item = try values.decode(String.self, forKey: .item)
        cents = try values.decode(Int.self, forKey: .cents) * (version == 1 ? 100 : 1)
        currency = try values.decodeIfPresent(String.self, forKey: .currency) ?? "EUR"
      }
    }
    here.forward(SwitchboardLinkTests.PriceChanged.self)
    warehouse.subscribe(PriceChanged.self) { seen.add("\($0.item) \($0.cents) \($0.currency)") }
    there.receive(PriceChanged.self)
    try await here.ready()
    try await there.ready()
    shop.dispatch(SwitchboardLinkTests.PriceChanged(item: "tea", cents: 3))
    await yielding { seen.entries.count == 1 }
    #expect(seen.entries == ["tea 300 EUR"])
  }

  @Test func `a test with faults`() {
    let clock = TestScheduler()
    let network = MemoryNetwork(scheduler: clock, faults: FaultSchedule(seed: 17))  // faults for 20 seconds
    let engines = (MemoryTransport(network), MemoryTransport(network))  // one for each process
    let options = LinkOptions(scheduler: clock)  // the links and their handlers work in virtual time
    let sender = BusLink(shop, application: "store", over: engines.0, options: options)
    let receiver = BusLink(warehouse, application: "store", over: engines.1, options: options)
    let packed = Journal<Int>()
    warehouse.subscribe(OrderPlaced.self) { order in packed.add(order.id) }
    receiver.receive(OrderPlaced.self, as: "packing")
    sender.forward(OrderPlaced.self)
    for id in 1...20 {
      if id == 10 { engines.1.disconnect() }  // also network.restart(), network.partition(for:), engine.stall(for:)
      shop.dispatch(OrderPlaced(id: id, customer: "ann"))
      clock.advance(by: .seconds(1))
    }
    clock.advance(by: .seconds(300))  // longer than each pause, deadline and fault
    #expect(Set(packed.entries) == Set(1...20))  // each order at least once
    #expect(receiver.census.connections >= 2)
    #expect(network.census.faults[.delay, default: 0] > 0)
  }

  @Test func `what stops at the process border`() async throws {
    let (here, there) = (link(shop), link(warehouse))
    let handled = Counter()
    here.forward(PriceChanged.self)
    there.receive(PriceChanged.self)
    there.receive(OrderPlaced.self, as: "packing")
    warehouse.subscribe(PriceChanged.self) { _ in handled.increment() }
    warehouse.on(OrderPlaced.self).priority(1).next { _, delivery in delivery.cancel() }
    warehouse.on(OrderPlaced.self).next { _ in handled.increment() }
    try await there.ready()
    shop.dispatchSticky(PriceChanged(item: "tea", cents: 250))
    await yielding { handled.value == 1 }
    #expect(shop.stickyEvent(PriceChanged.self, subtype: "tea") != nil)
    #expect(warehouse.stickyEvent(PriceChanged.self, subtype: "tea") == nil, "another bus does not keep the event")
    try await here.publish(OrderPlaced(id: 1, customer: "ann"))
    await yielding { there.census.handled == 1 && network.census.pending == 0 }
    #expect(handled.value == 1, "a cancelled event counts as handled")
  }
}

#if Tracing
  import Switchboard
  import SwitchboardLink
  import SwitchboardTestSupport
  import SwitchboardTesting
  import Testing

  private struct Price: WireEvent {
    static let wireName = "price"
    var cents: Int
  }

  extension SerialTraceTests {
    @Suite("An event that goes to another process")
    struct LinkTraceTests {
      @Test("leaves and arrives under one number, which its header has")
      func flow() throws {
        let clock = TestScheduler()
        let network = MemoryNetwork(scheduler: clock)
        let buses = [EventBus(), EventBus()]
        let links = buses.map { bus in
          var options = LinkOptions()
          options.scheduler = clock
          return BusLink(bus, application: "shop", over: MemoryTransport(network), options: options)
        }
        links[0].forward(Price.self)
        links[1].receive(Price.self)
        let arrived = Counter()
        buses[1].subscribe(Price.self) { _ in arrived.increment() }
        clock.advance(by: .milliseconds(10))
        let session = try TraceSession.start()
        buses[0].dispatch(Price(cents: 1))
        buses[0].dispatch(Price(cents: 2))
        clock.advance(by: .milliseconds(10))
        let snapshot = try session.stop()
        #expect(arrived.value == 2)
        let departures = snapshot.records.filter { $0.kind == .hop && $0.flow >= 1 << 39 }.map(\.flow)
        let arrivals = snapshot.records.filter { $0.kind == .arrive && $0.flow >= 1 << 39 }.map(\.flow)
        #expect(departures.count == 2 && Set(departures).count == 2)
        #expect(arrivals == departures)
        // The send at the other process is a part of the arrival.
        for flow in arrivals { #expect(snapshot.records.contains { $0.kind == .send && $0.cause == flow }) }
      }
    }
  }
#endif

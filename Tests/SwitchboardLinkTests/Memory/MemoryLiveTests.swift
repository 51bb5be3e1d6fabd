import Switchboard
import SwitchboardLink
import SwitchboardLinkTesting
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

@Suite("Memory engine: live messages and connections")
struct MemoryLiveTests {
  let clock: TestScheduler
  let network: MemoryNetwork
  let (alice, bob, carol): (MemoryPlayer, MemoryPlayer, MemoryPlayer)

  init() {
    clock = TestScheduler()
    network = MemoryNetwork(scheduler: clock, maximumPayload: 100)
    alice = MemoryPlayer(clock, network).connected()
    bob = MemoryPlayer(clock, network).connected()
    carol = MemoryPlayer(clock, network).connected()
  }

  @Test("a message reaches all subscriptions that match, in order, and not inside the call")
  func all() throws {
    try bob.listen()
    try carol.listen(to: WirePattern(application: "shop", kind: .live, name: nil))
    try alice.listen(to: WirePattern(application: "shop", kind: .live, name: "other"))
    try alice.connection!.send(WireMessage(live: "a"))
    #expect(bob.received.isEmpty)
    try alice.send("b", "c")
    #expect(bob.received == ["a", "b", "c"])
    #expect(carol.received == ["a", "b", "c"])
    #expect(alice.received.isEmpty)
    #expect(network.census.liveSent == 3)
  }

  @Test("one member of each group receives a message, in turn")
  func groups() throws {
    try bob.listen(group: "printers")
    try carol.listen(group: "printers")
    try bob.listen(group: "scanners")
    try alice.listen(group: "scanners")
    try alice.send("a", "b", "c", "d")
    // Two deliveries each as a printer, and four as the only scanner that did not send.
    #expect(bob.received == ["a", "a", "b", "c", "c", "d"])
    #expect(carol.received == ["b", "d"])
    #expect(alice.received.isEmpty)
  }

  @Test("a subscription that is cancelled, or whose connection is closed, receives nothing")
  func cancel() throws {
    try bob.listen()
    try carol.listen()
    try alice.connection!.send(WireMessage(live: "a"))
    bob.handles[0].cancel()
    carol.connection!.close {}
    clock.advance()
    try alice.send("b")
    #expect(bob.received.isEmpty && carol.received.isEmpty)
    #expect(network.census.connections == 2)
  }

  @Test("a connection that closes delivers what was handed over before, and then says so")
  func close() throws {
    try bob.listen()
    alice.open()
    try alice.connection!.send(WireMessage(live: "a"))
    try alice.connection!.store(WireMessage(durable: "x"), ticket: 7)
    alice.close()
    #expect(bob.received == ["a"])
    #expect(alice.log == ["connected", "open", "stored 7", "closed"])
    #expect(throws: TransportError.self) { try alice.send("b") }
  }

  @Test("a connection that is lost while it closes is closed")
  func lostWhileClosing() throws {
    alice.connection!.close { [alice] in alice.log.append("closed") }
    alice.transport.disconnect()
    clock.advance()
    #expect(alice.log == ["connected", "closed"])
  }

  @Test("a payload that is too large is refused")
  func tooLarge() throws {
    let text = String(repeating: "x", count: 101)
    let error = #expect(throws: TransportError.self) { try alice.send(text) }
    #expect(error?.kind == .tooLarge)
    #expect(throws: TransportError.self) { try alice.store(text) }
    try alice.send(String(repeating: "x", count: 100))
  }

  @Test("a connection that is cut loses what is under way, and the process learns it last")
  func disconnect() throws {
    try bob.listen()
    try alice.connection!.send(WireMessage(live: "a"))
    alice.transport.disconnect()
    clock.advance()
    #expect(bob.received.isEmpty)
    #expect(alice.log == ["connected", "lost lost"])
    #expect(bob.log == ["connected"])
    #expect(network.census.liveLost == 1)
    alice.connected()
    try alice.send("b")
    #expect(bob.received == ["b"])
  }

  @Test("a stalled process receives later, and is lost after 10 seconds")
  func stall() throws {
    try bob.listen()
    try carol.listen()
    bob.transport.stall(for: .seconds(9))
    carol.transport.stall(for: .seconds(11))
    try alice.send("a")
    #expect(bob.received.isEmpty)
    MemoryPlayer(clock, network).connected()
    carol.connected()
    clock.advance(by: .seconds(9))
    #expect(bob.received == ["a"])
    clock.advance(by: .seconds(1))
    #expect(carol.log == ["connected", "failed unreachable", "lost lost"])
    #expect(carol.received.isEmpty)
  }

  @Test("nobody connects during a partition")
  func partition() throws {
    try bob.listen()
    network.partition(for: .seconds(5))
    try alice.send("a")
    let dave = MemoryPlayer(clock, network).connected()
    clock.advance(by: .seconds(4))
    #expect(dave.log == ["failed unreachable"])
    #expect(bob.received.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(bob.received == ["a"])
    #expect(dave.connected().log == ["failed unreachable", "connected"])
  }

  @Test("an idle network has no work")
  func idle() throws {
    try bob.listen()
    try alice.send("a")
    let before = clock.now
    clock.run()
    #expect(clock.now == before)
  }

  @Test("a network is released with its last connection, and so are the closures of a process")
  func release() throws {
    weak var released: MemoryNetwork?
    let population = Population()
    do {
      let clock = TestScheduler()
      var network: MemoryNetwork? = MemoryNetwork(scheduler: clock)
      released = network
      var transport: MemoryTransport? = MemoryTransport(network!)
      network = nil
      let made = Journal<any TransportConnection>()
      transport!.connect(events: { [member = population.member()] _ in withExtendedLifetime(member) {} }) {
        if case .success(let connection) = $0 { made.add(connection) }
      }
      transport = nil
      clock.run()
      let member = population.member()
      _ = try made.entries[0].subscribe(to: .live, group: nil) { _ in withExtendedLifetime(member) {} }
      made.entries[0].consume(.billing(), from: nil, receive: { _ in withExtendedLifetime(member) {} }, done: { _ in })
      clock.run()
      #expect(released != nil)
      made.clear()
      clock.run()
    }
    #expect(released == nil)
    #expect(population.count == 0)
  }

  @Test("a scheduler that is dropped with work releases the network")
  func dropped() {
    weak var released: MemoryNetwork?
    do {
      let clock = TestScheduler()
      let network = MemoryNetwork(scheduler: clock, faults: FaultSchedule(seed: 1))
      released = network
      MemoryTransport(network).connect(events: { _ in }, done: { _ in })
    }
    #expect(released == nil)
  }

  @Test("faults that are planned do not keep the network")
  func planned() {
    weak var released: MemoryNetwork?
    let clock = TestScheduler()
    for seed in UInt64(0)..<10 {
      do {
        let network = MemoryNetwork(scheduler: clock, faults: FaultSchedule(seed: seed, resets: 20))
        released = network
      }
      #expect(released == nil)
    }
  }

  @Test("messages pass between threads on a real queue")
  func queue() async throws {
    let network = MemoryNetwork()
    func connect() async throws -> any TransportConnection {
      try await withCheckedThrowingContinuation { continuation in
        MemoryTransport(network).connect(events: { _ in }) { continuation.resume(with: $0) }
      }
    }
    let (connection, sender) = (try await connect(), try await connect())
    let texts: [String] = try await withCheckedThrowingContinuation { continuation in
      let seen = Journal<String>()
      do {
        _ = try connection.subscribe(to: .live, group: nil) {
          seen.add($0.text)
          if seen.entries.count == 1000 { continuation.resume(returning: seen.entries) }
        }
        for number in 1...1000 { try sender.send(WireMessage(live: "\(number)")) }
      } catch { continuation.resume(throwing: error) }
    }
    #expect(texts == (1...1000).map { "\($0)" })
    for connection in [connection, sender] {
      await withCheckedContinuation { continuation in connection.close { continuation.resume() } }
    }
    #expect(network.census.connections == 0)
  }
}

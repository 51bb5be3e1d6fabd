import Switchboard
import SwitchboardLink
import SwitchboardLinkTesting
import SwitchboardTesting
import Testing

@Suite("Memory engine: faults")
struct MemoryFaultTests {
  /// Returns a network whose only faults are `rates`, and a player that is connected to it.
  private func player(_ rates: [FaultSchedule.Fault: Double]) -> (TestScheduler, MemoryNetwork, MemoryPlayer) {
    let clock = TestScheduler()
    let faults = FaultSchedule(seed: 3, rates: rates, resets: 0, partitions: 0, restarts: 0)
    let network = MemoryNetwork(scheduler: clock, faults: faults)
    return (clock, network, MemoryPlayer(clock, network).connected())
  }

  @Test("a run is repeated by its seed, and another seed gives another run")
  func determinism() {
    func log(_ seed: UInt64) -> [String] {
      let run = MemoryRun(FaultSchedule(seed: seed))
      run.finish()
      return run.log
    }
    #expect(log(1) == log(1))
    #expect(log(1) != log(2))
  }

  @Test("whatever goes wrong, each group handles each message, and each publisher's messages are stored once, in order")
  func nothingIsLost() {
    var counts: [FaultSchedule.Fault: Int] = [:]
    for seed in 0..<150 {
      let run = MemoryRun(FaultSchedule(seed: UInt64(seed), until: .seconds(15)), events: 50, isOrdered: seed % 2 == 0)
      run.finish()
      counts.merge(run.network.census.faults, uniquingKeysWith: +)
      for publisher in ["p0", "p1"] {
        let sent = (1...50).map { "\(publisher)-\($0)" }
        let stored = run.stored.filter { $0.hasPrefix(publisher) }
        if stored != sent { Issue.record("seed \(seed): the order of \(publisher) is \(stored)") }
        for group in ["g0", "g1"] where !Set(run.handled[group] ?? []).isSuperset(of: sent) {
          Issue.record("seed \(seed): \(group) lacks \(Set(sent).subtracting(run.handled[group] ?? []).sorted())")
        }
      }
      if run.network.census.pending != 0 { Issue.record("seed \(seed): \(run.network.census)") }
    }
    for fault in FaultSchedule.Fault.allCases { #expect(counts[fault, default: 0] > 0, "\(fault)") }
  }

  @Test("without faults, each message is delivered once")
  func none() {
    let run = MemoryRun(.none)
    run.finish()
    #expect(run.network.census.faults.isEmpty)
    #expect(Set(run.stored) == Set(run.handled["g0"]!))
    // Each seventh message is asked for twice.
    #expect(run.handled["g0"]!.count == 100 + 14)
  }

  @Test("faults end in time")
  func end() {
    let clock = TestScheduler()
    let faults = FaultSchedule(seed: 5, until: .seconds(10), rates: [.delay: 1, .lostLive: 1], resets: 20)
    let network = MemoryNetwork(scheduler: clock, faults: faults)
    clock.advance(by: .seconds(10))
    let before = network.census.faults
    let player = MemoryPlayer(clock, network).connected()
    try? player.listen()
    try? MemoryPlayer(clock, network).connected().send("a")
    clock.advance(by: .seconds(100))
    #expect(player.received == ["a"])
    #expect(network.census.faults == before)
  }

  @Test("a delay keeps the order")
  func delay() throws {
    let (clock, network, alice) = player([.delay: 0.5])
    clock.run()
    try alice.listen()
    let bob = MemoryPlayer(clock, network).connected()
    clock.run()
    let start = clock.now
    for number in 0..<20 { try bob.send("\(number)") }
    #expect(alice.received.count < 20)
    clock.run()
    #expect(alice.received == (0..<20).map { "\($0)" })
    #expect(clock.now - start < .milliseconds(100))
    #expect(network.census.faults.keys.map(\.self) == [.delay])
  }

  @Test("a live message is lost for some, and counted")
  func lostLive() throws {
    let (clock, network, alice) = player([.lostLive: 0.5])
    try alice.listen()
    let bob = MemoryPlayer(clock, network).connected()
    for number in 0..<100 { try bob.send("\(number)") }
    #expect((20..<80).contains(alice.received.count))
    #expect(network.census.liveLost == 100 - alice.received.count)
  }

  @Test("a confirmation is lost, and a repetition is recognised")
  func confirmations() throws {
    let (_, network, alice) = player([.lostConfirmation: 1])
    alice.open()
    try alice.store("a", "b")
    #expect(alice.log == ["connected", "open"])
    #expect(network.census.storedMessages == 2)
    let (_, other, bob) = player([.repeatedStore: 1])
    bob.open()
    try bob.store("a")
    try bob.store("b", ticket: 2, identity: "")
    #expect(bob.log == ["connected", "open", "duplicate 1", "stored 2"])
    #expect(other.census.duplicates == 1)
    #expect(other.census.storedMessages == 2)
  }

  @Test("a delivery is lost without the request, and is made again after the deadline")
  func lostDelivery() throws {
    let (clock, _, alice) = player([.lostDelivery: 1])
    let consumer = try alice.consume(request: 1)
    try alice.store("a")
    #expect(alice.deliveries.isEmpty)
    #expect(consumer.position.lastDelivered == 0)
    clock.advance(by: .seconds(19))
    #expect(alice.deliveries.isEmpty)
    clock.advance(by: .seconds(11))
    #expect(alice.takeDeliveries() == ["a (2)"])
  }

  @Test("an acknowledgement is lost")
  func lostAcknowledgement() throws {
    let (clock, _, alice) = player([.lostAcknowledgement: 1])
    let consumer = try alice.consume()
    try alice.store("a")
    consumer.acknowledge(alice.deliveries[0].token)
    consumer.retry(alice.deliveries[0].token, after: .zero)
    clock.advance(by: .seconds(29))
    #expect(alice.takeDeliveries() == ["a"])
    clock.advance(by: .seconds(1))
    #expect(alice.takeDeliveries() == ["a (2)"])
  }

  @Test("a delivery is repeated with the next attempt")
  func repeatedDelivery() throws {
    let (_, _, alice) = player([.repeatedDelivery: 1])
    try alice.consume(.billing(isOrdered: true), request: 3)
    try alice.store("a")
    #expect(alice.takeDeliveries() == ["a", "a (2)", "a (3)"])
  }

  @Test("a lost connection loses any number of the last messages, and never one in the middle")
  func suffix() throws {
    var counts: Set<Int> = []
    for seed in 0..<60 {
      let clock = TestScheduler()
      let faults = FaultSchedule(seed: UInt64(seed), rates: [:], resets: 0, partitions: 0, restarts: 0)
      let network = MemoryNetwork(scheduler: clock, faults: faults)
      let (alice, bob) = (MemoryPlayer(clock, network).connected(), MemoryPlayer(clock, network).connected())
      try bob.listen()
      alice.open()
      let texts = (1...5).map { "\($0)" }
      for (index, text) in texts.enumerated() {
        try alice.connection!.store(WireMessage(durable: text), ticket: UInt64(index))
        try alice.connection!.send(WireMessage(live: text))
      }
      alice.transport.disconnect()
      clock.advance()
      let stored = network.storedMessages(of: .durable).map(\.text)
      counts.insert(stored.count)
      #expect(stored == Array(texts.prefix(stored.count)))
      #expect(bob.received == Array(texts.prefix(bob.received.count)))
      #expect((0...1).contains(stored.count - bob.received.count))
      #expect(alice.log.last == "lost lost")
    }
    #expect(counts == [0, 1, 2, 3, 4, 5])
  }

  @Test("after a restart nothing is stored for a while, and then in order")
  func unavailable() throws {
    let clock = TestScheduler()
    let faults = FaultSchedule(
      seed: 1, rates: [:], resets: 0, partitions: 0, restarts: 0, longestUnavailability: .seconds(4))
    let network = MemoryNetwork(scheduler: clock, faults: faults)
    let alice = MemoryPlayer(clock, network).connected()
    alice.open()
    network.restart()
    clock.advance()
    alice.connected()
    alice.log = []
    try alice.store("a")
    clock.advance(by: .seconds(4))
    try alice.store("b", ticket: 2)
    try alice.store("a", "b")
    #expect(alice.log == ["unavailable 1", "unavailable 2", "stored 1", "stored 2"])
    #expect(network.storedMessages(of: .durable).map(\.text) == ["a", "b"])
  }
}

import Switchboard
import SwitchboardLink
import SwitchboardLinkTesting
import SwitchboardTesting
import Testing

@Suite("Memory engine: streams")
struct MemoryStreamTests {
  let clock: TestScheduler
  let network: MemoryNetwork
  let alice: MemoryPlayer

  init() {
    clock = TestScheduler()
    network = MemoryNetwork(scheduler: clock)
    alice = MemoryPlayer(clock, network).connected()
    alice.log = []
  }

  var stored: [String] { network.storedMessages(of: .durable).map(\.text) }

  @Test("a stream stores in order, and confirms with the tickets")
  func store() throws {
    alice.open()
    try alice.store("a", "b", "c", ticket: 5)
    #expect(alice.log == ["open", "stored 5", "stored 6", "stored 7"])
    #expect(stored == ["a", "b", "c"])
    #expect(network.census.storedMessages == 3)
  }

  @Test("a message without a stream is stored later")
  func noStream() throws {
    try alice.store("a")
    #expect(alice.log == ["unavailable 1"])
  }

  @Test("an identity is recognised within the window; no identity is never recognised")
  func duplicates() throws {
    alice.open(.orders(window: .seconds(10)))
    try alice.store("a", "a", "b")
    clock.advance(by: .seconds(9))
    try alice.store("a", ticket: 4)
    clock.advance(by: .seconds(1))
    try alice.store("a", ticket: 5)
    try alice.store("c", "c", ticket: 6, identity: "")
    #expect(
      alice.log
        == ["open", "stored 1", "duplicate 2", "stored 3", "duplicate 4", "stored 5", "stored 6", "stored 7"])
    #expect(stored == ["a", "b", "a", "c", "c"])
    #expect(network.census.duplicates == 2)
  }

  @Test("a full stream drops the oldest messages, or refuses the new one")
  func limits() throws {
    // Each message: the subject, an identity of one byte, and a payload of one byte.
    let size = WireMessage(durable: "a").subjectText.utf8.count + 2
    alice.open(.orders(bytes: 2 * size))
    try alice.store("a", "b", "c")
    #expect(stored == ["b", "c"])
    try alice.store(String(repeating: "x", count: 2 * size), ticket: 4)
    #expect(alice.log.last == "refused 4 full")
    #expect(stored == ["b", "c"])

    let network = MemoryNetwork(scheduler: clock)
    let bob = MemoryPlayer(clock, network).connected()
    bob.open(.orders(bytes: 2 * size, whenFull: .refuseNew))
    try bob.store("a", "b", "c", "a")
    #expect(bob.log == ["connected", "open", "stored 1", "stored 2", "refused 3 full", "duplicate 4"])
    #expect(network.storedMessages(of: .durable).map(\.text) == ["a", "b"])
    #expect(network.census.storedBytes == 2 * size)
  }

  @Test("messages that are too old are gone, without timers")
  func age() throws {
    alice.open(.orders(age: .seconds(10)))
    try alice.store("a")
    clock.advance(by: .seconds(5))
    try alice.store("b", ticket: 2)
    clock.advance(by: .seconds(5))
    #expect(stored == ["b"])
    let before = clock.now
    clock.run()
    #expect(clock.now == before)
    clock.advance(by: .seconds(5))
    #expect(network.census.storedMessages == 0)
  }

  @Test("a stream has one set of settings, and subjects belong to one stream")
  func conflicts() throws {
    alice.open()
    alice.open()
    alice.open(.orders(age: .seconds(1)))
    var all = StreamSettings.orders()
    all.pattern.name = nil
    alice.open(all)
    all.pattern.kind = .dead
    alice.open(all)
    #expect(alice.log == ["open", "open", "conflict conflict", "conflict conflict", "open"])
    #expect(network.census.streams == 2)
  }

  @Test("a restart loses connections and subscriptions, and keeps streams and identities")
  func restart() throws {
    let bob = MemoryPlayer(clock, network).connected()
    try bob.listen()
    alice.open()
    try alice.store("a")
    network.restart()
    clock.advance()
    #expect(alice.log == ["open", "stored 1", "lost lost"])
    #expect(bob.log == ["connected", "lost lost"])
    alice.connected()
    try alice.send("lost")
    try alice.store("a", "b", ticket: 2)
    #expect(stored == ["a", "b"])
    #expect(bob.received.isEmpty)
  }

  @Test("two processes store in one stream, each in its order")
  func twoProcesses() throws {
    let bob = MemoryPlayer(clock, network).connected()
    alice.open()
    bob.open()
    try alice.store("a1", "a2")
    try bob.store("b1", "b2")
    try alice.store("a3", ticket: 3)
    #expect(stored == ["a1", "a2", "b1", "b2", "a3"])
  }
}

import Switchboard
import SwitchboardLink
import SwitchboardLinkTesting
import SwitchboardTesting
import Testing

@Suite("Memory engine: consumers")
struct MemoryConsumerTests {
  let clock: TestScheduler
  let network: MemoryNetwork
  let (alice, bob): (MemoryPlayer, MemoryPlayer)

  init() {
    clock = TestScheduler()
    network = MemoryNetwork(scheduler: clock)
    alice = MemoryPlayer(clock, network).connected()
    bob = MemoryPlayer(clock, network).connected()
    alice.open()
  }

  func token(_ player: MemoryPlayer, _ text: String) -> String {
    player.deliveries.last { $0.message.text == text }!.token
  }

  @Test("members share the messages in turn, as many as they ask for")
  func share() throws {
    let first = try alice.consume(request: 2)
    try bob.consume(request: 2)
    try alice.store("a", "b", "c", "d", "e")
    #expect(alice.takeDeliveries() == ["a", "c"])
    #expect(bob.takeDeliveries() == ["b", "d"])
    first.request(1)
    clock.advance()
    #expect(alice.deliveries.map(\.sequence) == [5])
    #expect(alice.deliveries.map(\.consumerSequence) == [5])
    #expect(network.census.pending == 5)
  }

  @Test("each group receives all messages; a new group begins with the oldest or with the next")
  func groups() throws {
    try alice.store("a")
    try alice.consume(.billing("first"))
    try bob.consume(.billing("second", begins: .next))
    try alice.store("b", ticket: 2)
    #expect(alice.takeDeliveries() == ["a", "b"])
    #expect(bob.takeDeliveries() == ["b"])
    #expect(network.census.consumers == 2)
  }

  @Test("a message is delivered again after the deadline, unless it is acknowledged; an extension starts anew")
  func redeliver() throws {
    let consumer = try alice.consume()
    try alice.store("a", "b", "c")
    #expect(alice.deliveries.map(\.attempt) == [1, 1, 1])
    consumer.acknowledge(token(alice, "a"))
    clock.advance(by: .seconds(20))
    consumer.extend(token(alice, "b"))
    alice.deliveries = []
    clock.advance(by: .seconds(10))
    #expect(alice.takeDeliveries() == ["c (2)"])
    clock.advance(by: .seconds(20))
    #expect(alice.takeDeliveries() == ["b (2)"])
    clock.advance(by: .seconds(10))
    #expect(alice.takeDeliveries() == ["c (3)"])
    #expect(network.census.redeliveries == 3)
  }

  @Test("an acknowledgement after the deadline counts, also of an earlier delivery")
  func late() throws {
    let consumer = try alice.consume(request: 1)
    try alice.store("a")
    let token = token(alice, "a")
    clock.advance(by: .seconds(31))
    consumer.acknowledge(token)
    consumer.request(5)
    clock.advance(by: .seconds(100))
    #expect(alice.takeDeliveries() == ["a"])
    #expect(network.census.pending == 0)
    clock.run()
  }

  @Test("a deadline counts after an earlier message was acknowledged")
  func laterDeadline() throws {
    let consumer = try alice.consume(.billing(isOrdered: true))
    try alice.store("a")
    consumer.acknowledge(token(alice, "a"))
    clock.advance(by: .seconds(5))
    try alice.store("b", ticket: 2)
    clock.advance(by: .seconds(30))
    #expect(alice.takeDeliveries() == ["a", "b", "b (2)"])
  }

  @Test("a retry delivers again after its delay")
  func retry() throws {
    let consumer = try alice.consume()
    try alice.store("a", "b")
    consumer.retry(token(alice, "a"), after: .seconds(2))
    consumer.retry(token(alice, "b"), after: .zero)
    clock.advance()
    #expect(alice.takeDeliveries() == ["a", "b", "b (2)"])
    clock.advance(by: .seconds(2))
    #expect(alice.takeDeliveries() == ["a (2)"])
  }

  @Test("an ordered consumer has one unacknowledged message over all members")
  func ordered() throws {
    let first = try alice.consume(.billing(isOrdered: true))
    let second = try bob.consume(.billing(isOrdered: true))
    try alice.store("a", "b", "c")
    #expect(alice.deliveries.map(\.message.text) == ["a"])
    first.retry(token(alice, "a"), after: .seconds(1))
    clock.advance()
    #expect(alice.takeDeliveries() == ["a"] && bob.deliveries.isEmpty)
    clock.advance(by: .seconds(1))
    second.acknowledge(token(bob, "a"))
    clock.advance()
    #expect(bob.takeDeliveries() == ["a (2)"])
    first.acknowledge(token(alice, "b"))
    clock.advance()
    #expect(alice.takeDeliveries() == ["b"])
    #expect(bob.takeDeliveries() == ["c"])
  }

  @Test("a consumer of a partition receives only its messages")
  func partitions() throws {
    let stream = StreamSettings.orders(partitions: 2)
    let network = MemoryNetwork(scheduler: clock)
    let carol = MemoryPlayer(clock, network).connected()
    try carol.consume(.billing(of: stream, partition: 1))
    try carol.store("a", partition: 0)
    try carol.store("b", ticket: 2, partition: 1)
    #expect(carol.takeDeliveries() == ["b"])
  }

  @Test("a consumer stays when its members go, and tells the position with the gap")
  func position() throws {
    let network = MemoryNetwork(scheduler: clock)
    let settings = ConsumerSettings.billing(of: .orders(age: .seconds(60)), deadline: .seconds(10))
    let (carol, dave) = (MemoryPlayer(clock, network).connected(), MemoryPlayer(clock, network).connected())
    dave.open(settings.stream)
    let consumer = try carol.consume(settings, request: 2)
    #expect(consumer.position == ConsumerPosition(creation: "1", isNew: true, firstKept: 1, lastDelivered: 0, floor: 0))
    try dave.store("a", "b", "c", "d", "e")
    consumer.acknowledge(token(carol, "a"))
    clock.advance()
    carol.transport.disconnect()
    clock.advance(by: .seconds(5))
    carol.connected()
    #expect(carol.takeDeliveries() == ["a", "b"])
    let again = try carol.consume(settings, request: 2)
    #expect(again.position == ConsumerPosition(creation: "1", isNew: false, firstKept: 1, lastDelivered: 2, floor: 1))
    #expect(carol.takeDeliveries() == ["c", "d"])
    again.request(1)
    again.acknowledge("3")
    again.acknowledge("4")
    clock.advance()
    #expect(carol.takeDeliveries() == ["e"])
    again.acknowledge("5")
    again.request(9)
    clock.advance(by: .seconds(5))
    #expect(carol.takeDeliveries() == ["b (2)"])
    carol.close()
    try dave.store("f", "g", ticket: 6)
    clock.advance(by: .seconds(60))
    try dave.store("h", ticket: 8)
    #expect(carol.connected().tryToConsume(settings)?.position.gap == 2)
  }

  @Test("members with other settings are refused; a deleted consumer tells its members")
  func conflicts() throws {
    try alice.consume()
    #expect(bob.tryToConsume(.billing(deadline: .seconds(1))) == nil)
    #expect(bob.tryToConsume(.billing(of: .orders(age: .seconds(1)))) == nil)
    #expect(bob.log.filter { $0.hasPrefix("consumer") } == ["consumer conflict", "consumer conflict"])
    network.removeConsumers(group: "billing")
    clock.advance()
    #expect(alice.log.last == "ended billing")
    #expect(network.census.consumers == 0)
  }

  @Test("a member that leaves keeps its messages until the deadline; its requests go")
  func leave() throws {
    let consumer = try alice.consume()
    try alice.store("a")
    consumer.cancel()
    clock.advance()
    try alice.store("b", ticket: 2)
    try bob.consume()
    #expect(alice.takeDeliveries() == ["a"])
    #expect(bob.takeDeliveries() == ["b"])
    clock.advance(by: .seconds(30))
    #expect(bob.takeDeliveries() == ["a (2)", "b (2)"])
  }

  @Test("a message that the stream has dropped is not delivered again")
  func dropped() throws {
    let network = MemoryNetwork(scheduler: clock)
    let carol = MemoryPlayer(clock, network).connected()
    try carol.consume(.billing(of: .orders(age: .seconds(10))))
    try carol.store("a")
    clock.advance(by: .seconds(30))
    #expect(carol.takeDeliveries() == ["a"])
    #expect(network.census.pending == 0)
  }
}

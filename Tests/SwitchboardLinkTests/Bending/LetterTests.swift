import Switchboard
import SwitchboardLinkTesting
import Testing

@testable import SwitchboardLink

/// Dead letters and answers that an engine cannot take as they are.
@Suite struct LetterTests {
  private struct LongRefusal: Error, CustomStringConvertible {
    var description: String { String(repeating: "é", count: 1_500_000) }
  }

  private func letters(_ world: World) -> [WireMessage] {
    world.network.storedMessages(of: WirePattern(application: "shop", kind: .dead, name: nil))
  }

  @Test func `R9: a reason of any length becomes a letter at once`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let calls = Log<Int>()
    b.bus.on(Order.self).tryNext { order in
      calls.append(order.number)
      throw LongRefusal()
    }
    b.link.receive(Order.self, as: "g", retry: RetryPolicy(attempts: 2))
    a.link.publish(Order(number: 1)) { _ in }
    for _ in 0..<60 { world.advance(by: .seconds(10)) }
    #expect(calls.elements == [1, 1])
    #expect(letters(world).count == 1 && letters(world).allSatisfy { $0.payload.count < 5000 })
  }

  @Test func `R9: a letter that is refused is tried again, and never the handlers`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let (calls, problems) = (Log<Int>(), Log<LinkProblem>())
    b.bus.on(Shipment.self).tryNext { shipment in
      calls.append(shipment.number)
      if shipment.number == 1 { throw Refusal() }
    }
    b.link.problems.subscribe { problems.append($0) }
    b.link.receive(Shipment.self, as: "g", retry: RetryPolicy(attempts: 2), ordered: true)
    world.network.deny { use in
      if case .publishing(let subject, _) = use { subject.hasPrefix("shop.dead.") } else { false }
    }
    for number in 1...3 { a.link.publish(Shipment(number: number, customer: "c")) { _ in } }
    for _ in 0..<60 { world.advance(by: .seconds(10)) }
    // The partition waits for its letter.
    #expect(calls.elements == [1, 1] && letters(world).isEmpty)
    #expect(problems.elements.count { if case .refused = $0 { true } else { false } } >= 9)
    world.network.deny(nil)
    for _ in 0..<10 { world.advance(by: .seconds(10)) }
    #expect(calls.elements == [1, 1, 2, 3] && letters(world).count == 1)
    #expect(world.network.census.pending == 0)
  }

  @Test func `R9: a reception that is stopped gives the event of a refused letter back`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    b.bus.on(Order.self).tryNext { _ in throw Refusal() }
    let reception = b.link.receive(Order.self, as: "g", retry: .never)
    world.network.deny { use in
      if case .publishing(let subject, _) = use { subject.hasPrefix("shop.dead.") } else { false }
    }
    a.link.publish(Order(number: 1)) { _ in }
    world.advance(by: .seconds(1))
    reception.dispose()
    let closed = Log<Result<Void, LinkError>>()
    b.link.close(within: .seconds(300)) { closed.append($0) }
    world.advance(by: .seconds(2))
    #expect(closed.elements.count == 1)
  }

  @Test func `texts are cut at characters`() {
    #expect("abc".cut(toBytes: 3) == "abc")
    #expect("abcdef".cut(toBytes: 5) == "ab…")
    #expect("éééé".cut(toBytes: 6) == "é…")
    #expect("👨‍👩‍👧‍👦 and more".cut(toBytes: 20) == "…")
  }

  @Test func `R9: an answer carries what fits`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    for _ in 0..<20 { b.bus.on(Question.self).tryNext { _ in throw LongRefusal() } }
    b.link.respond(to: Question.self)
    world.advance()
    let results = Log<Result<Void, RemoteDeliveryError>>()
    a.link.deliver(Question(text: "?"), within: .seconds(5)) { results.append($0) }
    world.advance()
    guard case .failure(.handlersFailed(let texts))? = results.elements.first else {
      Issue.record("\(results.elements)")
      return
    }
    #expect(texts.count == 17 && texts.last == "and 4 more" && texts.allSatisfy { $0.utf8.count <= 4096 })
  }

  @Test func `R9: an identity of any length becomes a letter`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    b.bus.on(Order.self).tryNext { _ in throw Refusal() }
    b.link.receive(Order.self, as: "g", retry: .never)
    a.link.publish(Order(number: 1), identity: String(repeating: "i", count: 30_000)) { _ in }
    world.advance(by: .seconds(5))
    #expect(letters(world).count == 1 && letters(world).allSatisfy { $0.identity.utf8.count < 1000 })
  }

  @Test func `R9: the partition of a refused letter waits when its event is deleted, and goes on in a new stream`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let calls = Log<Int>()
    b.bus.on(Shipment.self).tryNext { shipment in
      calls.append(shipment.number)
      if shipment.number == 1 { throw Refusal() }
    }
    b.link.receive(Shipment.self, as: "g", retry: .never, ordered: true)
    world.network.deny { use in
      if case .publishing(let subject, _) = use { subject.hasPrefix("shop.dead.") } else { false }
    }
    a.link.publish(Shipment(number: 1, customer: "c")) { _ in }
    for _ in 0..<6 { world.advance(by: .seconds(10)) }
    #expect(calls.elements == [1])
    world.network.emptyStream("shop_durable_shipment")
    a.link.publish(Shipment(number: 2, customer: "c")) { _ in }
    for _ in 0..<60 { world.advance(by: .seconds(10)) }
    #expect(calls.elements == [1])
    world.network.removeStream("shop_durable_shipment")
    a.link.publish(Shipment(number: 3, customer: "c")) { _ in }
    for _ in 0..<60 { world.advance(by: .seconds(10)) }
    #expect(calls.elements == [1, 3])
  }
}

import Switchboard
import SwitchboardBroadcast
import SwitchboardLinkTesting
import Testing

@testable import SwitchboardLink

/// What the engine does not allow ends what waits for it, with the reason, and nothing else.
@Suite struct DenialTests {
  private func kind(_ result: Result<Void, LinkError>) -> TransportError.Kind? {
    if case .failure(.refused(let error)) = result { error.kind } else { nil }
  }

  @Test func `R9: a publisher learns that its events are not allowed, and others go on`() {
    let world = World()
    let a = world.process()
    world.network.deny { use in
      if case .publishing(let subject, _) = use { subject.hasPrefix("shop.durable.order.") } else { false }
    }
    let (orders, shipments) = (Log<Result<Void, LinkError>>(), Log<Result<Void, LinkError>>())
    a.link.publish(Order(number: 1)) { orders.append($0) }
    a.link.publish(Shipment(number: 1, customer: "c")) { shipments.append($0) }
    world.advance()
    #expect(orders.elements.map(kind) == [.unauthorized])
    #expect(shipments.elements.count == 1 && (try? shipments.elements[0].get()) != nil)
    world.network.deny(nil)
    a.link.publish(Order(number: 2)) { orders.append($0) }
    world.advance()
    #expect(orders.elements.count == 2 && (try? orders.elements[1].get()) != nil)
  }

  @Test func `R9: a delivery that is not allowed ends at once`() {
    let world = World()
    let a = world.process()
    let results = Log<Result<Void, RemoteDeliveryError>>()
    world.network.deny { use in
      if case .publishing(let subject, _) = use { subject.hasPrefix("shop.request.") } else { false }
    }
    a.link.deliver(Question(text: "?"), within: .seconds(60)) { results.append($0) }
    world.advance()
    guard case .failure(.unsent(.refused(let error)))? = results.elements.first else {
      Issue.record("\(results.elements)")
      return
    }
    #expect(error.kind == .unauthorized)
  }

  @Test func `R9: a link is not ready if it may not receive`() {
    let world = World()
    let a = world.process()
    world.network.deny { use in
      if case .receiving(let pattern) = use { pattern.hasPrefix("shop.live.price.") } else { false }
    }
    _ = a.collect(Price.self)
    a.link.receive(Price.self)
    let ready = Log<Result<Void, LinkError>>()
    a.link.ready(within: .seconds(10)) { ready.append($0) }
    world.advance()
    #expect(ready.elements.map(kind) == [.unauthorized])
  }

  @Test func `a live event that is not allowed is reported`() {
    let world = World()
    let a = world.process()
    let problems = Log<LinkProblem>()
    a.link.problems.subscribe { problems.append($0) }
    a.link.forward(Price.self)
    world.network.deny { if case .publishing = $0 { true } else { false } }
    world.advance()
    a.bus.dispatch(Price(item: "tea", cents: 1))
    world.advance()
    guard case .refused(let error)? = problems.elements.first else {
      Issue.record("\(problems.elements)")
      return
    }
    #expect(error.kind == .unauthorized)
  }
}

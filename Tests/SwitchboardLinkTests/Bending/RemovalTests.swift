import Switchboard
import SwitchboardLinkTesting
import Testing

@testable import SwitchboardLink

/// Streams and groups that a foreign hand deletes.
@Suite struct RemovalTests {
  private func problems(of process: Process) -> Log<LinkProblem> {
    let log = Log<LinkProblem>()
    process.link.problems.subscribe { log.append($0) }
    return log
  }

  private func publish(_ numbers: ClosedRange<Int>, _ process: Process) -> Log<Int> {
    let confirmed = Log<Int>()
    for number in numbers {
      process.link.publish(Order(number: number)) { if case .success = $0 { confirmed.append(number) } }
    }
    return confirmed
  }

  @Test(arguments: [ConsumerSettings.Beginning.oldest, .next])
  func `R9: a deleted stream is made again, and its events are new`(_ begins: ConsumerSettings.Beginning) {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let problems = problems(of: b)
    let attempts = Log<Int>()
    let handled = b.collect(Order.self)
    b.bus.subscribe(Order.self) { _ in attempts.append(RemoteArrival.current?.attempt ?? 0) }
    b.link.receive(Order.self, as: "g", begins: begins)
    world.advance()
    _ = publish(1...5, a)
    world.advance(by: .seconds(20))
    world.network.removeStream("shop_durable_order")
    let confirmed = publish(6...10, a)
    world.advance(by: .seconds(20))
    #expect(confirmed.elements == Array(6...10))
    #expect(handled.elements.map(\.number) == Array(1...10))
    #expect(attempts.elements == Array(repeating: 1, count: 10))
    #expect(problems.elements.contains(.streamMadeAgain(stream: "shop_durable_order")))
    #expect(b.link.census.missed == 0 && b.link.census.connections == 1)
  }

  @Test func `R9: a publisher alone makes a deleted stream again`() {
    let world = World()
    let a = world.process()
    _ = publish(1...3, a)
    world.advance(by: .seconds(1))
    world.network.removeStream("shop_durable_order")
    let confirmed = publish(4...6, a)
    world.advance(by: .seconds(20))
    #expect(confirmed.elements == [4, 5, 6] && a.link.census.connections == 1)
  }

  @Test(arguments: [ConsumerSettings.Beginning.oldest, .next], [true, false])
  func `R9: a deleted group goes on where it was, whoever joins next`(
    _ begins: ConsumerSettings.Beginning, _ isSameProcess: Bool
  ) {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let problems = Log<LinkProblem>()
    b.link.problems.subscribe { problems.append($0) }
    let handled = b.collect(Order.self)
    _ = publish(1...3, a)
    world.advance()
    let reception = b.link.receive(Order.self, as: "g", begins: begins)
    world.advance()
    _ = publish(4...8, a)
    world.advance(by: .seconds(20))
    let before = handled.elements.map(\.number)
    #expect(before == (begins == .next ? Array(4...8) : Array(1...8)))
    if !isSameProcess { reception.dispose() }
    world.advance(by: .seconds(1))
    world.network.removeConsumers(group: "g")
    _ = publish(9...12, a)
    let c = world.process()
    var later = handled
    if !isSameProcess {
      c.link.problems.subscribe { problems.append($0) }
      later = c.collect(Order.self)
      c.link.receive(Order.self, as: "g", begins: begins)
    }
    world.advance(by: .seconds(20))
    let after = later.elements.map(\.number).filter { !before.contains($0) }
    #expect(after == Array(9...12))
    // All earlier events were acknowledged and noted, so none comes again.
    #expect(later.elements.count == (isSameProcess ? before.count : 0) + 4)
    #expect(problems.elements.contains(.groupMadeAgain(stream: "shop_durable_order", group: "g", after: 8)))
  }

  @Test func `R9: events that are not acknowledged when their group is deleted come again`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let attempts = Log<[Int]>()
    b.bus.on(Order.self).tryNext { order in
      let attempt = RemoteArrival.current?.attempt ?? 0
      attempts.append([order.number, attempt])
      if order.number == 2, attempt == 1 { throw Refusal() }
    }
    b.link.receive(Order.self, as: "g", retry: RetryPolicy(pause: .seconds(60)), begins: .next)
    world.advance()
    _ = publish(1...4, a)
    world.advance(by: .seconds(20))
    world.network.removeConsumers(group: "g")
    world.advance(by: .seconds(20))
    // The floor was before the second event.
    #expect(Set(attempts.elements) == [[1, 1], [2, 1], [3, 1], [4, 1], [2, 2], [3, 2], [4, 2]])
  }
}

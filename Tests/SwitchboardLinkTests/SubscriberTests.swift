import Foundation
import Switchboard
import SwitchboardLinkTesting
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

/// What becomes of durable events whose subscribers go, or select other events.
@Suite struct SubscriberTests {
  private struct Sale: DurableEvent {
    static let wireName = "sale"
    var number: Int
    var region: String
    var subtype: String? { region }
  }

  private let world = World()
  private let sender: Process
  private let receiver: Process

  init() { (sender, receiver) = (world.process(), world.process()) }

  private func publish(_ event: some DurableEvent) { sender.link.publish(event) { _ in } }

  @Test(arguments: [false, true])
  func `an event is not acknowledged if its subscription ends while the event waits`(isOnce: Bool) {
    let handlers = TestScheduler()
    let log = Log<Int>()
    let slow = receiver.bus.on(Order.self).scheduler(handlers)
    let subscription = (isOnce ? slow.once() : slow).next { log.append($0.number) }
    receiver.link.receive(Order.self, as: "billing", prefetch: 1)
    world.advance()
    publish(Order(number: 1))
    world.advance()
    subscription.dispose()
    world.advance()
    #expect(receiver.link.census.handled == 0)
    receiver.bus.subscribe(Order.self) { log.append($0.number) }
    world.advance(by: .seconds(5))
    #expect(log.elements == [1])
    #expect(receiver.link.census.handled == 1)
    #expect(world.network.census.pending == 0)
  }

  @Test func `a subscriber that stays handles the event, also if another one goes`() {
    let handlers = TestScheduler()
    let log = receiver.collect(Order.self)
    let subscription = receiver.bus.on(Order.self).scheduler(handlers).next { _ in }
    receiver.link.receive(Order.self, as: "billing")
    world.advance()
    publish(Order(number: 1))
    world.advance()
    subscription.dispose()
    world.advance(by: .seconds(5))
    #expect(log.elements.count == 1)
    #expect(receiver.link.census.handled == 1)
  }

  @Test func `an event that no subscriber selects is acknowledged, and counted`() {
    let log = Log<Int>()
    receiver.bus.on(Sale.self).subtype("north").next { log.append($0.number) }
    receiver.link.receive(Sale.self, as: "billing", ordered: true)
    world.advance()
    for (number, region) in ["south", "north", "east", "north"].enumerated() {
      publish(Sale(number: number, region: region))
    }
    world.advance(by: .seconds(1))
    #expect(log.elements == [1, 3])
    #expect(receiver.link.census.unselected == 2)
    #expect(receiver.link.census.handled == 2)
    #expect(receiver.link.census.redelivered == 0)
    #expect(world.network.census.pending == 0)
  }

  @Test func `an event without any subscriber is given back, also if the type is forwarded`() {
    receiver.link.forward(Sale.self)
    let subscription = receiver.bus.on(Sale.self).subtype("north").next { _ in }
    receiver.link.receive(Sale.self, as: "billing")
    world.advance()
    subscription.dispose()
    publish(Sale(number: 1, region: "south"))
    world.advance(by: .seconds(5))
    #expect(receiver.link.census.unselected == 0)
    #expect(receiver.link.census.handled == 0)
    let other = world.process()
    let log = other.collect(Sale.self)
    other.link.receive(Sale.self, as: "billing")
    world.advance(by: .seconds(40))
    #expect(log.elements.map(\.number) == [1])
  }

  @Test func `one bus receives a type for one group`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let link = BusLink(EventBus(), application: "shop", over: MemoryTransport(MemoryNetwork()))
      link.receive(Order.self, as: "billing").dispose()
      link.receive(Order.self, as: "packing")
      link.receive(Order.self, as: "packing")
      link.receive(Order.self, as: "billing")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("for the group “packing”, so with “billing” each handler would be called twice"), "\(text)")
  }
}

/// Dead letters that could displace each other, or cannot be stored.
@Suite struct DeadLetterTests {
  private struct Payment: DurableEvent {
    static let wireName = "payment"
    var text: String
  }

  private func letters(_ world: World) throws -> [DeadLetter] {
    try world.network.storedMessages(of: WirePattern(application: "shop", kind: .dead, name: nil)).map {
      try JSONDecoder().decode(DeadLetter.self, from: Data($0.payload))
    }
  }

  @Test func `events of two types with one identity are two dead letters`() throws {
    let world = World()
    let (sender, receiver) = (world.process(), world.process())
    receiver.bus.on(Order.self).tryNext { _ in throw Refusal() }
    receiver.bus.on(Payment.self).tryNext { _ in throw Refusal() }
    receiver.link.receive(Order.self, as: "billing", retry: .never)
    receiver.link.receive(Payment.self, as: "billing", retry: .never)
    world.advance()
    sender.link.publish(Order(number: 1), identity: "order 1") { _ in }
    sender.link.publish(Payment(text: "paid"), identity: "order 1") { _ in }
    world.advance(by: .seconds(5))
    let letters = try letters(world)
    #expect(letters.map(\.stream).sorted() == ["shop_durable_order", "shop_durable_payment"])
    #expect(letters.allSatisfy { $0.sequence == 1 && $0.group == "billing" })
  }

  @Test func `a dead letter that would be too large is stored without the data`() throws {
    let world = World(maximumPayload: 1000)
    let (sender, receiver) = (world.process(), world.process())
    let calls = Log<Int>()
    receiver.bus.on(Payment.self).tryNext { _ in
      calls.append(1)
      throw Refusal()
    }
    receiver.link.receive(Payment.self, as: "billing", retry: .never)
    world.advance()
    // Each quotation mark takes two bytes in the event, and four in the letter.
    sender.link.publish(Payment(text: String(repeating: "\"", count: 400))) { _ in }
    world.advance(by: .seconds(300))
    let letters = try letters(world)
    #expect(letters.map(\.text) == [nil])
    #expect(letters.first?.stream == "shop_durable_payment")
    #expect(calls.elements.count == 1)
    #expect(receiver.link.census.deadLetters == 1)
    #expect(world.network.census.pending == 0)
  }

  @Test func `a dead letter that cannot be stored is reported, and tried again without the handlers`() throws {
    let world = World(maximumPayload: 150)
    let (sender, receiver) = (world.process(), world.process())
    let problems = Log<LinkProblem>()
    receiver.link.problems.subscribe { problems.append($0) }
    let calls = Log<Int>()
    receiver.bus.on(Payment.self).tryNext { _ in
      calls.append(1)
      throw Refusal()
    }
    let policy = RetryPolicy(attempts: 1, longestPause: .zero)
    receiver.link.receive(Payment.self, as: "billing", retry: policy)
    world.advance()
    sender.link.publish(Payment(text: "paid")) { _ in }
    world.advance(by: .seconds(5))
    #expect(calls.elements.count == 1)
    #expect((2...7).contains(problems.elements.count), "once a second, not in a loop: \(problems.elements.count)")
    guard case .refused(let error)? = problems.elements.first else { throw Refusal() }
    #expect(error.kind == .tooLarge && error.subject.contains("shop.dead.payment"))
  }
}

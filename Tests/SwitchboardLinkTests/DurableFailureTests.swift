import Switchboard
import SwitchboardLinkTesting
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

/// What becomes of durable events that cannot be handled or stored.
@Suite struct DurableFailureTests {
  /// Publishes an order, and returns the log that the result is appended to.
  private func publish(_ number: Int, by process: Process) -> Log<Result<Void, LinkError>> {
    let log = Log<Result<Void, LinkError>>()
    process.link.publish(Order(number: number)) { log.append($0) }
    return log
  }

  @Test func `an event whose handler throws comes again after longer and longer pauses`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let times = Log<Duration>()
    b.bus.on(Order.self).tryNext { [unowned clock = world.clock] _ in
      times.append(clock.now)
      if times.elements.count < 4 { throw Refusal() }
    }
    let failures = Log<any Error>()
    b.bus.failures.subscribe { failures.append($0.error) }
    b.link.receive(Order.self, as: "billing")
    world.advance()
    _ = publish(1, by: a)
    world.advance(by: .seconds(60))
    let seconds = zip(times.elements, times.elements.dropFirst()).map { ($1 - $0).components.seconds }
    #expect(seconds == [1, 2, 4])
    #expect(failures.elements.count == 3)
    #expect(b.link.census.retried == 3)
    #expect(b.link.census.handled == 1)
    #expect(world.network.census.pending == 0)
  }

  @Test func `after the last attempt an event is a dead letter, and a dead event`() throws {
    let world = World()
    let (a, b) = (world.process(), world.process())
    b.bus.on(Order.self).tryNext { _ in throw Refusal() }
    let dead = b.collect(DeadEvent.self)
    b.link.receive(Order.self, as: "billing", retry: RetryPolicy(attempts: 2, pause: .milliseconds(5)))
    world.advance()
    _ = publish(1, by: a)
    world.advance(by: .seconds(1))
    #expect(dead.elements.count == 1)
    #expect(dead.elements.first?.event as? Order == Order(number: 1))
    #expect(b.link.census.deadLetters == 1)
    #expect(world.network.census.pending == 0)
    let letters = world.network.storedMessages(of: WirePattern(application: "shop", kind: .dead, name: nil))
    try #require(letters.count == 1)
    let text = String(decoding: letters[0].payload, as: UTF8.self)
    #expect(text.contains("Refusal") && text.contains(#""attempts":2"#) && text.contains("shop.durable.order.1.0.-"))
  }

  @Test func `an event that cannot be read is a dead letter, never acknowledged unread`() throws {
    struct Wrong: DurableEvent {
      static let wireName = "order"
      var number = "one"
    }
    let world = World()
    let (a, b, c) = (world.process(), world.process(), world.process())
    let log = b.collect(Order.self)
    let dead = b.collect(DeadEvent.self)
    b.link.receive(Order.self, as: "billing")
    world.advance()
    a.link.publish(Wrong()) { _ in }
    _ = publish(2, by: c)
    world.advance(by: .seconds(1))
    #expect(log.elements.map(\.number) == [2])
    let letter = try #require(dead.elements.first?.event as? DeadLetter)
    #expect(letter.subject == "shop.durable.order.1.0.-" && letter.group == "billing" && letter.attempts == 1)
    #expect(letter.text == #"{"number":"one"}"# && letter.reason.contains("number"))
    #expect(b.link.census.deadLetters == 1)
  }

  @Test func `an event of a later version comes again, for a process that can read it`() {
    struct Later: DurableEvent {
      static let wireName = "order"
      static let wireVersion = 2
      var number = 3
      var sender = 1
    }
    let world = World()
    let (a, old, new) = (world.process(), world.process(), world.process())
    let atOld = old.collect(Order.self)
    old.link.receive(Order.self, as: "billing")
    world.advance()
    a.link.publish(Later()) { _ in }
    world.advance(by: .milliseconds(100))
    let atNew = new.collect(Later.self)
    new.link.receive(Later.self, as: "billing")
    old.link.close(within: .zero) { _ in }
    world.advance(by: .seconds(40))
    #expect(atOld.elements.isEmpty)
    #expect(atNew.elements.map(\.number) == [3])
  }

  @Test func `ordered: no event of a partition overtakes a failed one`() {
    let world = World()
    let (a, b, c) = (world.process(), world.process(), world.process())
    let log = Log<Shipment>()
    let failed = Log<Int>()
    for process in [b, c] {
      process.bus.on(Shipment.self).tryNext { event in
        if event.number % 3 == 0, failed.elements.filter({ $0 == event.number }).count < 2 {
          failed.append(event.number)
          throw Refusal()
        }
        log.append(event)
      }
      process.link.receive(Shipment.self, as: "billing", ordered: true)
    }
    world.advance()
    for number in 1...24 { a.link.publish(Shipment(number: number, customer: "customer \(number % 8)")) { _ in } }
    world.advance(by: .seconds(100))
    #expect(log.elements.count == 24)
    let partitions = Dictionary(grouping: log.elements) { WirePartition.of(key: $0.customer, among: 4) }
    #expect(partitions.count > 1)
    for (_, events) in partitions { #expect(events.map(\.number) == events.map(\.number).sorted()) }
    #expect(b.link.census.handled > 0 && c.link.census.handled > 0, "the partitions are shared")
  }

  @Test func `a trimmed stream is a gap, reported with its size`() {
    struct Short: DurableEvent {
      static let wireName = "short"
      static let streamLimits = StreamLimits(bytes: 1000)
      var number: Int
    }
    let world = World()
    let (a, b) = (world.process(), world.process())
    let problems = Log<LinkProblem>()
    b.link.problems.subscribe { problems.append($0) }
    let log = b.collect(Short.self)
    b.link.receive(Short.self, as: "billing")
    world.advance()
    a.link.publish(Short(number: 0)) { _ in }
    world.advance()
    b.transport.stall(for: .seconds(60))
    world.advance(by: .seconds(20))
    for number in 1...50 { a.link.publish(Short(number: number)) { _ in } }
    world.advance(by: .seconds(200))
    #expect(log.elements.first?.number == 0 && log.elements.last?.number == 50)
    let missed = UInt64(51 - log.elements.count)
    #expect(missed > 0)
    #expect(b.link.census.missed == missed)
    #expect(
      problems.elements.contains(.gap(stream: "shop_durable_short", group: "billing", events: missed)))
  }

  @Test func `a stream that refuses new events when full refuses the publisher, not others`() throws {
    struct Strict: DurableEvent {
      static let wireName = "strict"
      static let streamLimits = StreamLimits(bytes: 500, whenFull: .refuseNew)
      var number: Int
    }
    let world = World()
    let a = world.process()
    let results = Log<Result<Void, LinkError>>()
    for number in 1...20 { a.link.publish(Strict(number: number)) { results.append($0) } }
    let other = publish(1, by: a)
    world.advance()
    #expect(results.elements.count == 20)
    let errors = results.elements.compactMap { if case .failure(let error) = $0 { error } else { nil } }
    #expect(!errors.isEmpty && errors.count < 20)
    if case .refused(let error)? = errors.first { #expect(error.kind == .full) } else { Issue.record("\(errors)") }
    try #require(other.elements.first).get()
  }

  @Test func `an event that is too large is refused with its subject and the limit`() throws {
    let world = World(maximumPayload: 100)
    let a = world.process()
    let result = Log<Result<Void, LinkError>>()
    a.link.publish(Shipment(number: 1, customer: String(repeating: "x", count: 200))) { result.append($0) }
    world.advance()
    let error = try #require(throws: LinkError.self) { try #require(result.elements.first).get() }
    #expect("\(error)".contains("shop.durable.shipment") && "\(error)".contains("100"))
  }
}

import Switchboard
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

@Suite struct DurableEventTests {
  /// Publishes an order, and returns the log that the result is appended to.
  private func publish(_ number: Int, by process: Process) -> Log<Result<Void, LinkError>> {
    let log = Log<Result<Void, LinkError>>()
    process.link.publish(Order(number: number)) { log.append($0) }
    return log
  }

  @Test func `publish ends when the engine has stored the event, also without receivers`() throws {
    let world = World()
    let a = world.process()
    let result = publish(1, by: a)
    #expect(result.elements.isEmpty)
    world.advance()
    try #require(result.elements.count == 1)
    try result.elements[0].get()
    #expect(world.network.census.storedMessages == 1)
    // A group that is made later begins with the oldest event.
    let b = world.process()
    let log = b.collect(Order.self)
    b.link.receive(Order.self, as: "billing")
    world.advance()
    #expect(log.elements.map(\.number) == [1])
    #expect(b.link.census.handled == 1)
  }

  @Test func `groups each get every event, and members of a group share them`() {
    let world = World()
    let a = world.process()
    let members = (0..<4).map { _ in world.process() }
    let logs = members.map { $0.collect(Order.self) }
    for (index, member) in members.enumerated() {
      member.link.receive(Order.self, as: index < 2 ? "billing" : "shipping", prefetch: 2)
    }
    world.advance()
    for number in 1...20 { _ = publish(number, by: a) }
    world.advance(by: .seconds(1))
    for pair in [logs[0...1], logs[2...3]] {
      #expect(pair.flatMap(\.elements).map(\.number).sorted() == Array(1...20))
      for log in pair {
        #expect(!log.elements.isEmpty)
        #expect(log.elements.map(\.number) == log.elements.map(\.number).sorted())
      }
    }
  }

  @Test func `a dispatched event does not come back, a published event does`() {
    let world = World()
    let a = world.process()
    let log = a.collect(Order.self)
    a.link.forward(Order.self)
    a.link.receive(Order.self, as: "billing")
    world.advance()
    a.bus.dispatch(Order(number: 1))
    _ = publish(2, by: a)
    #expect(log.elements.map(\.number) == [1])
    world.advance(by: .seconds(100))
    #expect(log.elements.map(\.number) == [1, 2])
    #expect(a.link.census.own == 1)
    #expect(world.network.census.pending == 0, "the event that came back is acknowledged")
  }

  @Test func `an event is acknowledged after its handlers have returned, not before`() async {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let handlers = TestScheduler()
    // An asynchronous handler: the events wait on a scheduler that does not move.
    b.bus.on(Order.self).scheduler(handlers).next { _ in }
    b.link.receive(Order.self, as: "billing")
    world.advance()
    _ = publish(1, by: a)
    world.advance(by: .seconds(100))
    #expect(world.network.census.pending == 1, "nothing acknowledges an event that is being handled")
    #expect(world.network.census.redeliveries == 0, "the member says that it is still at work")
    handlers.advance()
    world.advance()
    #expect(world.network.census.pending == 0)
    #expect(b.link.census.handled == 1)
  }

  @Test func `what a silent member held goes to another`() {
    let world = World()
    let (a, b, c) = (world.process(), world.process(), world.process())
    let handlers = TestScheduler()
    let atB = b.collect(Order.self)
    b.link.receive(Order.self, as: "billing", on: handlers)
    world.advance()
    for number in 1...5 { _ = publish(number, by: a) }
    world.advance()
    // The process is as good as dead: nothing is handled, nothing arrives.
    b.transport.stall(for: .seconds(1_000_000))
    let atC = c.collect(Order.self)
    c.link.receive(Order.self, as: "billing")
    world.advance(by: .seconds(29))
    #expect(atC.elements.isEmpty)
    world.advance(by: .seconds(2))
    #expect(atC.elements.map(\.number) == [1, 2, 3, 4, 5])
    #expect(c.link.census.redelivered == 5)
    #expect(atB.elements.isEmpty)
  }

  @Test func `a group goes on where it was when its process comes back`() async {
    let world = World()
    let a = world.process()
    do {
      let b = world.process()
      let log = b.collect(Order.self)
      b.link.receive(Order.self, as: "billing")
      world.advance()
      _ = publish(1, by: a)
      world.advance()
      #expect(log.elements.map(\.number) == [1])
      b.link.close(within: .seconds(1)) { _ in }
      world.advance()
    }
    _ = publish(2, by: a)
    world.advance()
    let again = world.process()
    let log = again.collect(Order.self)
    again.link.receive(Order.self, as: "billing")
    world.advance()
    #expect(log.elements.map(\.number) == [2])
  }

  @Test func `nothing is taken from a stream before the bus has a subscriber`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    b.link.receive(Order.self, as: "billing")
    _ = publish(1, by: a)
    world.advance(by: .seconds(100))
    #expect(world.network.census.consumers == 0)
    #expect(b.link.census.received == 0)
    let log = b.collect(Order.self)
    world.advance()
    #expect(log.elements.map(\.number) == [1])
    #expect(b.link.census.redelivered == 0)
  }

  @Test func `when the last subscriber goes, the events go to a member with a subscriber`() {
    let world = World()
    let (a, b, c) = (world.process(), world.process(), world.process())
    let subscription = b.bus.subscribe(Order.self) { _ in }
    b.link.receive(Order.self, as: "billing")
    world.advance()
    subscription.dispose()
    _ = publish(1, by: a)
    world.advance(by: .milliseconds(100))
    let log = c.collect(Order.self)
    c.link.receive(Order.self, as: "billing")
    world.advance(by: .seconds(5))
    #expect(log.elements.map(\.number) == [1])
    #expect(b.link.census.handled == 0)
  }

  @Test func `an event whose handler throws comes again after longer and longer pauses`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let times = Log<Duration>()
    b.bus.on(Order.self).tryNext { [clock = world.clock] _ in
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

  @Test func `an identity that the program chose is stored once, whoever publishes it`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    for process in [a, b, a] { process.link.publish(Order(number: 1), identity: "order 1") { _ in } }
    world.advance()
    #expect(world.network.census.storedMessages == 1)
    #expect(a.link.census.duplicates + b.link.census.duplicates == 2)
  }

  @Test func `what was not confirmed is sent again in order under its identity, and stored once`() {
    let world = World()
    let a = world.process { $0.unconfirmedLimit = 8 }
    a.link.forward(Order.self)
    world.advance()
    for number in 1...100 {
      a.bus.dispatch(Order(number: number))
      if number % 10 == 0 { a.transport.disconnect() }
      if number % 7 == 0 { world.advance(by: .microseconds(10)) }
    }
    world.advance(by: .seconds(20))
    let stored = world.network.storedMessages(of: WirePattern(application: "shop", kind: .durable, name: "order"))
    #expect(stored.map { WireIdentity($0.identity)!.number } == Array(1...100))
    #expect(a.link.census.confirmed == 100 && a.link.census.unconfirmed == 0)
  }

  @Test func `every kind of handler sees the identity and the attempt`() async {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let seen = Log<RemoteArrival?>()
    let handlers = TestScheduler()
    let (arrivals, done) = AsyncStream.makeStream(of: RemoteArrival?.self)
    b.bus.on(Order.self).next { _ in seen.append(.current) }
    b.bus.on(Order.self).scheduler(handlers).next { _ in seen.append(.current) }
    b.bus.on(Order.self).task { _ in done.yield(.current) }
    b.bus.on(Order.self).next { _ in seen.append(.current) }
    b.link.receive(Order.self, as: "billing")
    world.advance()
    a.link.publish(Order(number: 1), identity: "one") { _ in }
    world.advance()
    handlers.advance()
    for _ in 0..<3 { world.advance() }
    var fromTask: RemoteArrival?
    for await arrival in arrivals {
      fromTask = arrival
      break
    }
    while b.link.census.handled == 0 {
      await Task.yield()
      world.advance()
    }
    let all = seen.elements + [fromTask]
    #expect(all.count == 4)
    #expect(all.allSatisfy { $0?.identity == "c-one" && $0?.attempt == 1 && $0?.sequence == 1 })
    #expect(RemoteArrival.current == nil)
    b.bus.dispatch(Order(number: 2))
    handlers.advance()
    #expect(seen.elements.suffix(3).allSatisfy { $0 == nil })
  }
}

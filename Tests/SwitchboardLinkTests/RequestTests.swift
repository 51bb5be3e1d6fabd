import Switchboard
import SwitchboardBroadcast
import SwitchboardLinkTesting
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

/// A question that may be answered twice.
private struct Lookup: WireEvent {
  static let wireName = "lookup"
  static let isRepeatable = true
  var number: Int
}

@Suite struct RequestTests {
  /// Delivers a question, and returns the log that the answer is appended to.
  private func ask(
    _ process: Process, _ text: String = "how much?", within time: Duration = .seconds(5)
  ) -> Log<Result<Void, RemoteDeliveryError>> {
    let log = Log<Result<Void, RemoteDeliveryError>>()
    process.link.deliver(Question(text: text), within: time) { log.append($0) }
    return log
  }

  @Test func `a delivery reaches one responder, and ends when its handlers have handled it`() throws {
    let world = World()
    let asker = world.process()
    let responders = (0..<2).map { _ in world.process() }
    let logs = responders.map { $0.collect(Question.self) }
    let local = asker.collect(Question.self)
    for responder in responders { responder.link.respond(to: Question.self) }
    world.advance()
    let answers = (0..<4).map { ask(asker, "\($0)") }
    #expect(answers.allSatisfy { $0.elements.isEmpty })
    world.advance()
    for answer in answers { try #require(answer.elements.first).get() }
    #expect(logs.flatMap(\.elements).map(\.text).sorted() == ["0", "1", "2", "3"])
    #expect(local.elements.isEmpty)
  }

  @Test func `asynchronous handlers are awaited, and deliveries overlap`() throws {
    let world = World()
    let (asker, responder) = (world.process(), world.process())
    let handlers = TestScheduler()
    let log = Log<String>()
    responder.bus.on(Question.self).scheduler(handlers).next { log.append($0.text) }
    responder.link.respond(to: Question.self)
    world.advance()
    let (one, other) = (ask(asker, "1"), ask(asker, "2"))
    world.advance()
    #expect(one.elements.isEmpty && other.elements.isEmpty)
    handlers.advance()
    world.advance()
    #expect(log.elements == ["1", "2"])
    try #require(one.elements.first).get()
    try #require(other.elements.first).get()
  }

  @Test func `R9: without a responder a delivery ends at once`() throws {
    let world = World()
    let asker = world.process()
    let answer = ask(asker, within: .seconds(2))
    world.advance()
    let error = try #require(throws: RemoteDeliveryError.self) { try #require(answer.elements.first).get() }
    #expect(error == .noResponder(name: "question") && "\(error)".contains("respond(to:)"))
  }

  @Test func `without an answer the deadline ends the delivery, with the name and the time`() throws {
    let world = World()
    let (asker, responder) = (world.process(), silentResponder(world))
    let answer = ask(asker, within: .seconds(2))
    world.advance(by: .milliseconds(1_900))
    #expect(answer.elements.isEmpty)
    world.advance(by: .milliseconds(200))
    let error = try #require(throws: RemoteDeliveryError.self) { try #require(answer.elements.first).get() }
    #expect(error == .noAnswer(name: "question", within: .seconds(2)))
    keepAlive(responder)
    #expect("\(error)".contains("respond(to:)"))
  }

  @Test func `errors of the responder's handlers come back as texts`() throws {
    let world = World()
    let (asker, responder) = (world.process(), world.process())
    responder.bus.on(Question.self).tryNext { _ in throw Refusal() }
    responder.link.respond(to: Question.self)
    world.advance()
    let answer = ask(asker)
    world.advance()
    let error = try #require(throws: RemoteDeliveryError.self) { try #require(answer.elements.first).get() }
    guard case .handlersFailed(let texts) = error else { throw error }
    #expect(texts.count == 1 && texts[0].contains("Refusal"))
  }

  @Test func `an event that the responder cannot read comes back with the reason`() throws {
    struct Other: WireEvent {
      static let wireName = "question"
      var words = 3
    }
    let world = World()
    let (asker, responder) = (world.process(), world.process())
    _ = responder.collect(Question.self)
    responder.link.respond(to: Question.self)
    world.advance()
    let answer = Log<Result<Void, RemoteDeliveryError>>()
    asker.link.deliver(Other(), within: .seconds(5)) { answer.append($0) }
    world.advance()
    let error = try #require(throws: RemoteDeliveryError.self) { try #require(answer.elements.first).get() }
    guard case .undecodable(let reason) = error else { throw error }
    #expect(reason.contains("text"))
  }

  @Test func `a responder whose subscriber has gone says so`() throws {
    let world = World()
    let (asker, responder) = (world.process(), world.process())
    let subscription = responder.bus.subscribe(Question.self) { _ in }
    responder.link.respond(to: Question.self)
    world.advance()
    subscription.dispose()
    let answer = ask(asker)
    world.advance()
    let error = try #require(throws: RemoteDeliveryError.self) { try #require(answer.elements.first).get() }
    #expect(error == .noSubscriber(name: "question"))
  }

  @Test func `a request waits for a connection, and its answer comes over a new connection`() throws {
    let world = World()
    let (asker, responder) = (world.process(), world.process())
    _ = responder.collect(Question.self)
    responder.link.respond(to: Question.self)
    world.advance()
    asker.transport.disconnect()
    world.advance(by: .milliseconds(1))
    let answer = ask(asker)
    world.advance(by: .seconds(4))
    try #require(answer.elements.first).get()
  }

  @Test func `a closed link ends its deliveries`() throws {
    let world = World()
    let (asker, responder) = (world.process(), silentResponder(world))
    let answer = ask(asker)
    world.advance()
    asker.link.close(within: .zero) { _ in }
    world.advance()
    let error = try #require(throws: RemoteDeliveryError.self) { try #require(answer.elements.first).get() }
    #expect(error == .interrupted(.closed))
    keepAlive(responder)
  }

  @Test(arguments: [true, false]) func `R9: only a repeatable delivery asks again`(_ isRepeatable: Bool) {
    let world = World()
    let asker = world.process()
    let responders = (0..<4).map { _ in world.process() }
    let asked = Log<Int>()
    for (index, responder) in responders.enumerated() {
      responder.bus.subscribe(Lookup.self) { _ in asked.append(index) }
      responder.bus.subscribe(Question.self) { _ in asked.append(index) }
      responder.link.respond(to: Lookup.self)
      responder.link.respond(to: Question.self)
    }
    world.advance()
    // The engine takes turns, so two of eight deliveries go to a process that does nothing any more.
    responders[0].transport.stall(for: .seconds(9))
    let results = Log<Bool>()
    for number in 0..<8 {
      let done: @Sendable (Result<Void, RemoteDeliveryError>) -> Void = { results.append((try? $0.get()) != nil) }
      if isRepeatable {
        asker.link.deliver(Lookup(number: number), within: .seconds(4), done: done)
      } else {
        asker.link.deliver(Question(text: "\(number)"), within: .seconds(4), done: done)
      }
      world.advance(by: .milliseconds(10))
    }
    world.advance(by: .seconds(5))
    #expect(results.elements.count == 8 && results.elements.count { $0 } == (isRepeatable ? 8 : 6))
    world.advance(by: .seconds(20))
    // The process had only been slow.
    #expect(asked.elements.count > (isRepeatable ? 9 : 7))
    keepAlive(responders)
  }

  @Test func `R9: a repetition that reaches nobody does not end a delivery that is being handled`() throws {
    let world = World()
    let (asker, responder) = (world.process(), world.process())
    let (handlers, asked) = (TestScheduler(), Log<Int>())
    responder.bus.on(Lookup.self).scheduler(handlers).next { asked.append($0.number) }
    let answering = responder.link.respond(to: Lookup.self)
    world.advance()
    let results = Log<Result<Void, RemoteDeliveryError>>()
    asker.link.deliver(Lookup(number: 1), within: .seconds(4)) { results.append($0) }
    world.advance()
    // The responder has the event, and takes no further ones.
    answering.dispose()
    world.advance(by: .milliseconds(3_600))
    #expect(results.elements.isEmpty && asked.elements.isEmpty)
    handlers.advance()
    world.advance()
    #expect(asked.elements == [1])
    try #require(results.elements.first).get()
  }
}

import Switchboard
import SwitchboardBroadcast
import SwitchboardLinkTesting
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

/// What a link still does while it closes.
@Suite struct ClosingTests {
  private let world = World()
  private let handlers = TestScheduler()

  /// Closes a link, and returns the log that the result is appended to.
  private func close(_ process: Process, within time: Duration = .seconds(60)) -> Log<Result<Void, LinkError>> {
    let log = Log<Result<Void, LinkError>>()
    process.link.close(within: time) { log.append($0) }
    return log
  }

  private func ask(_ process: Process) -> Log<Result<Void, RemoteDeliveryError>> {
    let log = Log<Result<Void, RemoteDeliveryError>>()
    process.link.deliver(Question(text: "?"), within: .seconds(30)) { log.append($0) }
    return log
  }

  @Test func `an event is acknowledged although the connection was lost while the link closes`() throws {
    let (sender, receiver) = (world.process(), world.process())
    let log = Log<Int>()
    receiver.bus.on(Order.self).scheduler(handlers).next { log.append($0.number) }
    receiver.link.receive(Order.self, as: "billing")
    world.advance()
    sender.link.publish(Order(number: 1)) { _ in }
    world.advance()
    let closed = close(receiver)
    world.advance()
    receiver.transport.disconnect()
    world.advance(by: .seconds(5))
    #expect(closed.elements.isEmpty, "a handler is still at work")
    handlers.advance()
    world.advance(by: .seconds(5))
    try #require(closed.elements.first).get()
    #expect(log.elements == [1])
    #expect(world.network.census.pending == 0)
    let other = world.process()
    let again = other.collect(Order.self)
    other.link.receive(Order.self, as: "billing")
    world.advance(by: .seconds(60))
    #expect(again.elements.isEmpty)
  }

  @Test func `an event is acknowledged although its last subscriber has gone while there was no connection`() {
    let (sender, receiver) = (world.process(), world.process())
    let subscription = receiver.bus.on(Order.self).scheduler(handlers).once().next { _ in }
    receiver.link.receive(Order.self, as: "billing")
    world.advance()
    sender.link.publish(Order(number: 1)) { _ in }
    world.advance()
    world.network.partition(for: .seconds(20))
    world.advance(by: .seconds(15))
    handlers.advance()
    world.advance()
    #expect(subscription.isDisposed)
    world.advance(by: .seconds(20))
    #expect(receiver.link.census.handled == 1)
    #expect(world.network.census.pending == 0)
    #expect(world.network.census.redeliveries == 0)
  }

  @Test func `an event is acknowledged although its last subscriber has gone while its handler was at work`() throws {
    let (sender, receiver) = (world.process(), world.process())
    let gate = Lock<CheckedContinuation<Void, Never>?>(nil)
    receiver.bus.on(Order.self).scheduler(handlers).once().task { _ in
      await withCheckedContinuation { continuation in gate.exchange(continuation) }
    }
    receiver.link.receive(Order.self, as: "billing")
    world.advance()
    sender.link.publish(Order(number: 1)) { _ in }
    world.advance()
    handlers.advance()
    receiver.transport.disconnect()
    world.advance(by: .seconds(5))
    #expect(receiver.link.state.value == .connected)
    #expect(world.network.census.pending == 1)
    let waiting = gate.exchange(nil)
    try #require(waiting != nil)
    waiting?.resume()
    handlers.advance()
    world.advance()
    #expect(receiver.link.census.handled == 1)
    #expect(world.network.census.pending == 0)
  }

  @Test func `a responder answers what its handlers have begun`() throws {
    let (asker, responder) = (world.process(), world.process())
    responder.bus.on(Question.self).scheduler(handlers).next { _ in }
    responder.link.respond(to: Question.self)
    world.advance()
    let answers = [ask(asker), ask(asker)]
    world.advance()
    let closed = close(responder)
    world.advance(by: .seconds(1))
    #expect(closed.elements.isEmpty)
    handlers.advance()
    world.advance()
    for answer in answers { try #require(answer.elements.first).get() }
    try #require(closed.elements.first).get()
  }

  @Test func `a link awaits the answers to its deliveries`() throws {
    let (asker, responder) = (world.process(), world.process())
    responder.bus.on(Question.self).scheduler(handlers).next { _ in }
    responder.link.respond(to: Question.self)
    world.advance()
    let (answer, late) = (ask(asker), Log<Result<Void, RemoteDeliveryError>>())
    world.advance()
    let closed = close(asker)
    world.advance()
    asker.link.deliver(Question(text: "late"), within: .seconds(5)) { late.append($0) }
    world.advance()
    let error = try #require(throws: RemoteDeliveryError.self) { try #require(late.elements.first).get() }
    #expect(error == .unsent(.closed))
    #expect(closed.elements.isEmpty && answer.elements.isEmpty)
    handlers.advance()
    world.advance()
    try #require(answer.elements.first).get()
    try #require(closed.elements.first).get()
  }

  @Test func `what was not sent is unsent, and what was sent may have been handled`() throws {
    let (asker, other) = (world.process(), world.process())
    let responder = silentResponder(world)
    let sent = ask(asker)
    world.advance()
    world.network.partition(for: .seconds(100))
    world.advance(by: .seconds(15))
    let unsent = ask(other)
    let closed = [close(asker, within: .seconds(1)), close(other, within: .seconds(1))]
    world.advance(by: .seconds(2))
    #expect(closed.allSatisfy { $0.elements.count == 1 })
    let first = try #require(throws: RemoteDeliveryError.self) { try #require(sent.elements.first).get() }
    #expect(first == .interrupted(.closed))
    let second = try #require(throws: RemoteDeliveryError.self) { try #require(unsent.elements.first).get() }
    #expect(second == .unsent(.closed))
    keepAlive(responder)
  }

  @Test func `a second close may end the link earlier`() throws {
    let (sender, receiver) = (world.process(), world.process())
    receiver.bus.on(Order.self).scheduler(handlers).next { _ in }
    receiver.link.receive(Order.self, as: "billing")
    world.advance()
    sender.link.publish(Order(number: 1)) { _ in }
    world.advance()
    let closed = [close(receiver, within: .seconds(60)), close(receiver, within: .seconds(1))]
    world.advance(by: .seconds(2))
    for result in closed { try #require(result.elements.first).get() }
  }
}

import Switchboard
import SwitchboardTestSupport
import Testing

private actor Desk {
  var numbers: [Int] = []
  func take(_ number: Int) { numbers.append(number) }
}

@Suite("Throwing and asynchronous handlers, and awaited deliveries")
struct DeliverTests {
  private let bus = EventBus()
  private let seen = Journal<String>()

  /// Subscribes synchronous, throwing and asynchronous handlers, which note their calls.
  private func subscribeAll() {
    bus.on(Ping.self).next { [seen] _ in seen.add("sync") }
    bus.on(Ping.self).tryNext { [seen] _ in
      seen.add("throws 1")
      throw Refusal(number: 1)
    }
    bus.on(Ping.self).task { [seen] _ in
      await Task.yield()
      seen.add("async throws 2")
      throw Refusal(number: 2)
    }
    bus.on(Ping.self).task { [seen] _ in
      await Task.yield()
      seen.add("async")
    }
    bus.on(Ping.self).priority(-1).next { [seen] _ in seen.add("lower") }
  }

  private func numbers(_ body: () async throws(EventDeliveryError) -> Bool) async -> [Int] {
    do {
      _ = try await body()
      return []
    } catch {
      return error.failures.map { ($0.error as? Refusal)?.number ?? -1 }
    }
  }

  @Test("continueOnError: all handlers run, one after the other; the delivery collects their errors")
  func continueOnError() async {
    subscribeAll()
    #expect(await numbers { () async throws(EventDeliveryError) in try await bus.deliver(Ping()) } == [1, 2])
    #expect(seen.entries == ["sync", "throws 1", "async throws 2", "async", "lower"])
  }

  @Test("stopOnError: no handler runs after the first error")
  func stopOnError() async {
    subscribeAll()
    let failed = await numbers { () async throws(EventDeliveryError) in
      try await bus.deliver(Ping(), policy: .stopOnError)
    }
    #expect(failed == [1])
    #expect(seen.entries == ["sync", "throws 1"])
  }

  @Test("concurrent: asynchronous handlers overlap, the delivery awaits all, errors are in the order of turns")
  func concurrent() async {
    let (first, second) = (TaskGate(), TaskGate())
    // Each of the two handlers waits for the other.
    bus.on(Ping.self).task { _ in
      first.open()
      await second.pass()
      throw Refusal(number: 1)
    }
    bus.on(Ping.self).task { _ in
      await first.pass()
      second.open()
      throw Refusal(number: 2)
    }
    bus.on(Ping.self).tryNext { _ in throw Refusal(number: 3) }
    let failed = await numbers { () async throws(EventDeliveryError) in
      try await bus.deliver(Ping(), policy: .concurrent)
    }
    #expect(failed == [1, 2, 3])
  }

  @Test("dispatched: an error goes to `failures`, not to other handlers or to the dispatching code")
  func failures() async throws {
    let failed = Journal<Int>()
    let culprit = Guarded<Subscription?>(nil)
    bus.failures.subscribe { failure in
      failed.add((failure.error as? Refusal)?.number ?? -1)
      #expect((failure.event as? Ping)?.number == 7)
      culprit.with { $0 = failure.subscription }
    }
    let throwing = bus.on(Ping.self).tryNext { _ in throw Refusal(number: 1) }
    bus.on(Ping.self).next { [seen] _ in seen.add("after") }
    bus.dispatch(Ping(number: 7))
    #expect(failed.entries == [1])
    #expect(seen.entries == ["after"])
    #expect(culprit.with { $0 } == throwing)
    throwing.dispose()
    let scheduler = HandScheduler()
    bus.on(Ping.self).scheduler(scheduler).tryNext { _ in throw Refusal(number: 2) }
    bus.on(Ping.self).task { _ in throw Refusal(number: 3) }
    bus.dispatch(Ping(number: 7))
    scheduler.run()
    await yielding { failed.entries.count == 3 }
    #expect(failed.entries.sorted() == [1, 2, 3])
  }

  @Test("an awaited delivery fails only for its caller")
  func notTwice() async {
    let failed = Journal<Int>()
    bus.failures.subscribe { _ in failed.add(1) }
    subscribeAll()
    _ = try? await bus.deliver(Ping())
    #expect(failed.entries == [])
  }

  @Test("asynchronous handlers of one subscription run one at a time, in order, on the given executor")
  func executor() {
    let queue = TaskQueue()
    bus.on(Ping.self).executor(queue).task { [seen] event in
      seen.add("begin \(event.number)")
      await Task.yield()
      seen.add("end \(event.number)")
    }
    bus.dispatch(Ping(number: 1))
    bus.dispatch(Ping(number: 2))
    #expect(seen.entries == [])
    queue.run()
    #expect(seen.entries == ["begin 1", "end 1", "begin 2", "end 2"])
  }

  private enum Sender {
    @TaskLocal static var name = "nobody"
  }

  @Test("asynchronous handlers do not see the dispatcher's task-local values")
  func taskLocalValues() {
    let queue = TaskQueue()
    bus.on(Ping.self).executor(queue).task { [seen] event in seen.add("\(event.number) \(Sender.name)") }
    Sender.$name.withValue("ann") { bus.dispatch(Ping(number: 1)) }
    Sender.$name.withValue("bob") { bus.dispatch(Ping(number: 2)) }
    queue.run()
    #expect(seen.entries == ["1 nobody", "2 nobody"])
  }

  @Test("disposed before its turn or while it waits: the handler is not called, and the awaiting caller continues")
  func disposed() async throws {
    let (entered, free) = (TaskGate(), TaskGate())
    let subscription = bus.on(Ping.self).task { [seen] event in
      seen.add("\(event.number)")
      entered.open()
      await free.pass()
    }
    bus.dispatch(Ping(number: 1))
    await entered.pass()
    async let second = bus.deliver(Ping(number: 2))
    subscription.dispose()
    _ = try await second
    free.open()
    #expect(seen.entries == ["1"])
    let later = bus.on(Ping.self).priority(-1).next { [seen] _ in seen.add("later") }
    bus.on(Ping.self).task { _ in later.dispose() }
    try await bus.deliver(Ping())
    #expect(seen.entries == ["1"])
  }

  @Test("an actor's handler runs on the actor; when the actor is deallocated the subscription ends")
  func actor() async throws {
    var desk: Desk? = Desk()
    let subscription = bus.on(Ping.self).task(on: desk!) { desk, event in desk.take(event.number) }
    for number in 1...3 { try await bus.deliver(Ping(number: number)) }
    #expect(await desk?.numbers == [1, 2, 3])
    desk = nil
    await yielding {
      bus.dispatch(Ping())
      return subscription.isDisposed
    }
    #expect(bus.census == EventBus().census)
  }

  @Test(
    "a delivery also awaits queues and the main actor; without subscribers it returns false, and a dead event follows")
  func elsewhere() async throws {
    bus.on(DeadEvent.self).next { [seen] _ in seen.add("dead") }
    #expect(try await !bus.deliver(Ping()))
    bus.on(Ping.self).queue(.global()).next { [seen] _ in seen.add("queue") }
    bus.on(Ping.self).next(on: MainActor.self) { [seen] _ in seen.add("main") }
    bus.on(any: Ping.self).task { [seen] _ in seen.add("supertype") }
    #expect(try await bus.deliver(Ping()))
    #expect(seen.entries == ["dead", "queue", "main", "supertype"])
    let animal: Animal = Dog()
    bus.on(Dog.self).task { [seen] _ in seen.add("dog") }
    #expect(try await bus.deliver(animal))
    #expect(seen.entries.last == "dog")
  }

  @Test("direct handlers run in the caller's isolation")
  @MainActor
  func isolation() async throws {
    bus.on(Ping.self).task { _ in await Task.yield() }
    bus.on(Ping.self).next { [seen] _ in
      MainActor.assertIsolated()
      seen.add("main")
    }
    try await bus.deliver(Ping())
    #expect(seen.entries == ["main"])
  }

  @Test("a disposed subscription to the signal of a supertype or of subtypes ends its subscriptions to the bus")
  func disposedSignals() {
    let (bus, names) = (EventBus(name: "disposed"), Journal<String>())
    let shapes = bus.on(any: (any Shape).self).signal.subscribe { names.add($0.name) }
    let tagged = bus.on(Tagged.self).subtypes("a", "b").signal.subscribe { names.add("\($0.number)") }
    #expect(bus.census.subscriptions == 3)
    bus.dispatch(Circle())
    bus.dispatch(Tagged("b", 1))
    shapes.dispose()
    #expect(bus.census.subscriptions == 2)
    tagged.dispose()
    #expect(bus.census == EventBus().census)
    bus.dispatch(Square())
    bus.dispatch(Tagged("a", 2))
    #expect(names.entries == ["circle", "1"])
  }

  @Test("a signal of events is serial, keeps R6 inside handlers, and ends with the bus; so do values")
  func signals() async {
    var bus: EventBus? = EventBus(name: "signals")
    let numbers = Journal<Int>()
    let subscription = bus!.on(Tagged.self).subtypes("a", "b").signal.map(\.number).subscribe { [weak bus] number in
      if number < 3 { bus?.dispatch(Tagged("b", number + 1)) }
      numbers.add(number)
    }
    bus?.dispatch(Tagged("a", 1))
    bus?.dispatch(Tagged("c", 9))
    #expect(numbers.entries == [1, 2, 3])
    let ends = Journal<String>()
    bus?.on(Ping.self).once().signal.subscribe(
      onNext: { ends.add("\($0.number)") }, onCompleted: { ends.add("completed") })
    var iterator = bus?.on(Ping.self).values.makeAsyncIterator()
    bus?.dispatch(Ping(number: 5))
    bus?.dispatch(Ping(number: 6))
    #expect(ends.entries == ["5", "completed"])
    #expect(await iterator?.next()?.number == 5)
    #expect(await iterator?.next()?.number == 6)
    bus = nil
    #expect(await iterator?.next() == nil)
    #expect(subscription.isDisposed)
  }
}

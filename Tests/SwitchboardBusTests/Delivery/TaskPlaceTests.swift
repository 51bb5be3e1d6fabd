import Dispatch
import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

private actor Desk {
  func visit() {}
}

private final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

@Suite("Where asynchronous handlers run")
struct TaskPlaceTests {
  private let bus = EventBus(name: "places")

  @Test("after queue(_:) a task runs on the queue, from its first step and after each await", arguments: [false, true])
  func queue(isConcurrent: Bool) async throws {
    let queue = DispatchQueue(label: "tasks", attributes: isConcurrent ? .concurrent : [])
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let (places, gate, desk) = (Journal<String>(), TaskGate(), Desk())
    @Sendable func note(_ step: String) {
      places.add(DispatchQueue.getSpecific(key: key) == true ? step : "\(step) elsewhere")
    }
    bus.on(Ping.self).queue(queue).task { _ in
      note("first")
      await Task.yield()
      note("yielded")
      // Another thread wakes the task.
      await gate.pass()
      note("woken")
      await desk.visit()
      note("from the actor")
      async let child: Void = note("child")
      await child
      await Task.detached {}.value
      note("from another task")
    }
    async let delivered = bus.deliver(Ping())
    await yielding { places.entries.count == 2 }
    gate.open()
    #expect(try await delivered)
    #expect(places.entries == ["first", "yielded", "woken", "from the actor", "child", "from another task"])
  }

  @Test("after scheduler(_:) nothing of the task runs before the scheduler's turn; events come one at a time, in order")
  func scheduler() {
    let (scheduler, seen) = (HandScheduler(), Journal<String>())
    bus.on(Ping.self).scheduler(scheduler).task { event in
      seen.add("begin \(event.number)")
      await Task.yield()
      seen.add("end \(event.number)")
    }
    for number in 1...2 { bus.dispatch(Ping(number: number)) }
    #expect(seen.entries == [])
    scheduler.run()
    #expect(seen.entries == ["begin 1", "end 1", "begin 2", "end 2"])
  }

  @Test("on a test scheduler the task waits for the virtual time; the scheduler's deallocation ends the subscription")
  func testScheduler() async {
    var scheduler: TestScheduler? = TestScheduler()
    let (seen, gate, population) = (Journal<String>(), TaskGate(), Population())
    let subscription = bus.on(Ping.self).scheduler(scheduler!).task { [member = population.member()] event in
      seen.add("begin \(event.number)")
      await gate.pass()
      seen.add("end \(event.number)")
      withExtendedLifetime(member) {}
    }
    bus.dispatch(Ping(number: 1))
    bus.dispatch(Ping(number: 2))
    #expect(seen.entries == [])
    scheduler?.advance()
    #expect(seen.entries == ["begin 1"])
    scheduler = nil
    gate.open()
    // The call that has begun is not lost with the scheduler.
    await yielding { seen.entries == ["begin 1", "end 1"] && population.count == 0 }
    #expect(subscription.isDisposed)
    #expect(!bus.dispatch(Ping(number: 3)))
  }

  @Test("work that the scheduler drops before the task begins")
  func dropped() async {
    let (scheduler, seen, population) = (HandScheduler(), Counter(), Population())
    let subscription = bus.on(Heavy.self).scheduler(scheduler).task { [member = population.member()] _ in
      seen.increment()
      withExtendedLifetime(member) {}
    }
    bus.dispatch(Heavy(member: population.member()))
    scheduler.drop()
    #expect(subscription.isDisposed)
    await yielding { population.count == 0 }
    #expect(seen.value == 0)
  }

  @Test("an executor counts more than a queue, and a scheduler of an executor is that executor")
  func executors() {
    let (tasks, seen) = (TaskQueue(), Journal<String>())
    bus.on(Ping.self).executor(tasks).queue(.global()).task { _ in seen.add("first") }
    bus.on(Ping.self).queue(.global()).executor(tasks).task { _ in seen.add("second") }
    bus.on(Ping.self).scheduler(.executor(tasks)).task { _ in seen.add("third") }
    bus.dispatch(Ping())
    #expect(seen.entries == [])
    tasks.run()
    #expect(seen.entries.sorted() == ["first", "second", "third"])
  }

  @Test("with the immediate scheduler a task runs outside the dispatch, on the global executor")
  func immediate() async throws {
    let seen = Counter()
    bus.on(Ping.self).scheduler(.immediate).task { _ in
      await Task.yield()
      seen.increment()
    }
    bus.dispatch(Ping())
    await yielding { seen.value == 1 }
  }

  @Test("on a scheduler of a serial executor, and of the main queue")
  func otherSchedulers() async throws {
    let (queue, seen) = (DispatchQueue(label: "serial"), Journal<Bool>())
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    bus.on(Ping.self).scheduler(.executor(QueueExecutor(queue))).task { _ in
      seen.add(DispatchQueue.getSpecific(key: key) == true)
      await Task.yield()
      seen.add(DispatchQueue.getSpecific(key: key) == true)
    }
    bus.on(Ping.self).scheduler(.main).task { _ in
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
    }
    #expect(try await bus.deliver(Ping()))
    #expect(seen.entries == [true, true])
  }
}

import Dispatch
import Switchboard

private actor Store {
  var names: [String] = []
  func add(_ name: String) { names.append(name) }
}

/// An executor that runs tasks on a queue.
private final class QueueExecutor: TaskExecutor {
  let queue = DispatchQueue(label: "executor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

func busQueues() async {
  let (bus, heard, queue) = (EventBus(), Log<String>(), DispatchQueue(label: "handlers"))
  let (first, second, third) = (Gate(), Gate(), Gate())
  bus.on(Login.self).queue(queue).next { event in
    dispatchPrecondition(condition: .onQueue(queue))
    heard.add("queue \(event.user)")
    first.open()
  }
  bus.on(Login.self).scheduler(.queue(label: "own")).tryNext { event in
    second.open()
    if event.user == "bob" { throw Fault.late }
  }
  let failures = Log<EventFailure>()
  bus.failures.subscribe {
    failures.add($0)
    third.open()
  }
  bus.dispatch(Login(user: "ann"))
  await first.pass()
  await second.pass()
  bus.dispatch(Login(user: "bob"))
  await third.pass()
  check(heard.entries.first, is: "queue ann", "a queue handles events")
  check(failures.entries.first?.error as? Fault, is: .late, "a handler's error goes to the failures")
  check(failures.entries.first?.event as? Login, is: Login(user: "bob"), "the failure has the event")
  check(failures.entries.first?.subscription.isDisposed, is: false, "the failure has the subscription, which continues")
}

func busLimits() async {
  let (bus, heard, queue) = (EventBus(), Log<String>(), DispatchQueue(label: "limited"))
  let (busy, free, first, second) = (Gate(), Gate(), Gate(), Gate())
  bus.on(Login.self).queue(queue, limit: 1, whenFull: .dropOldest).task { event in
    dispatchPrecondition(condition: .onQueue(queue))
    busy.open()
    await free.pass()
    dispatchPrecondition(condition: .onQueue(queue))
    heard.add(event.user)
    if event.user == "cid" { first.open() }
  }
  bus.dispatch(Login(user: "ann"))
  await busy.pass()
  for user in ["bob", "cid"] { bus.dispatch(Login(user: user)) }
  check(bus.census.waiting, is: 1, "the census counts the waiting events")
  check(bus.census.mostWaiting, is: 1, "and the most that waited")
  check(bus.census.dropped, is: 1, "and the dropped events")
  bus.on(Ping.self).limit(3, whenFull: .dropNewest).task { _ in second.open() }
  bus.dispatch(Ping())
  free.open()
  await first.pass()
  await second.pass()
  check(heard.entries, is: ["ann", "cid"], "the oldest waiting event was dropped")
}

func busDelivering() async throws {
  let (bus, store, heard) = (EventBus(), Store(), Log<String>())
  bus.on(Login.self).task(on: store) { store, event in
    store.assertIsolated()
    store.add(event.user)
  }
  bus.on(Login.self).executor(QueueExecutor()).task { event in
    await Task.yield()
    heard.add("task \(event.user)")
    if event.user.isEmpty { throw Fault.broken }
  }
  bus.on(Login.self).tryNext { if $0.user.isEmpty { throw Fault.late } }
  check(try await bus.deliver(Login(user: "ann")), "a delivery with a subscriber returns true")
  check(await store.names, is: ["ann"], "an actor's handler has run")
  check(heard.entries, is: ["task ann"], "a task's too")
  check(try await !bus.deliver(Ping()), "a delivery without a subscriber returns false")
  for (policy, count) in [(EventDeliveryPolicy.stopOnError, 1), (.continueOnError, 2), (.concurrent, 2)] {
    do throws(EventDeliveryError) {
      try await bus.deliver(Login(user: ""), policy: policy)
      check(false, "it has to throw")
    } catch {
      check(error.failures.count, is: count, "\(policy) throws its failures")
      check(error.failures.first?.error as? Fault, is: .broken, "in the order of turns")
    }
  }
}

@MainActor
func busDeliveringOnMainActor() async throws {
  let (bus, heard) = (EventBus(), Log<String>())
  bus.on(Login.self).next(on: MainActor.self) { heard.add($0.user) }
  try await bus.deliver(Login(user: "ann"), policy: .concurrent)
  MainActor.assertIsolated()
  check(heard.entries, is: ["ann"], "a delivery awaited on the main actor resumes on the main actor")
}

func busSignals() async {
  let bus = EventBus(name: "signals")
  let (all, some, once) = (
    Recorder(bus.signal(of: Login.self).map(\.user)), Recorder(bus.on(Login.self).subtype("ann").signal.map(\.user)),
    Recorder(bus.on(Login.self).once().signal.map(\.user))
  )
  check(bus.on(Login.self).signal.name, is: "signals", "a bus's signals have its name")
  var iterator = bus.on(Login.self).values.makeAsyncIterator()
  var newest = bus.on(Login.self).values(buffering: .newest(1)).makeAsyncIterator()
  bus.dispatch(Login(user: "ann"))
  bus.dispatch(Login(user: "bob"))
  check([all.text, some.text, once.text], is: ["ann bob", "ann", "ann |"], "a selection is a signal")
  let names = await [iterator.next()?.user, iterator.next()?.user, newest.next()?.user]
  check(names, is: ["ann", "bob", "bob"], "a sequence gets the events")
  check(await nextAfterTheBus() == nil, "the sequence ends with the bus")
}

private func nextAfterTheBus() async -> Login? {
  var iterator = iteratorOfShortLived()
  return await iterator.next()
}

@inline(never)
private func iteratorOfShortLived() -> SignalValues<Login, Never>.Iterator {
  EventBus().on(Login.self).values.makeAsyncIterator()
}

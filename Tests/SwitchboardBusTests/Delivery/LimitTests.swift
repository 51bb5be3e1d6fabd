import Dispatch
import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import Testing

private actor Ledger {}

@Suite("A limit to the events that wait for a handler")
struct LimitTests {
  private let bus = EventBus(name: "limits")
  private let seen = Journal<Int>()

  /// The places where a handler may run outside the dispatch.
  enum Place: CaseIterable, Sendable { case scheduler, throwing, task, taskOnScheduler, signal }

  /// Subscribes with a limit. Returns what runs the waiting work.
  private func subscribe(_ place: Place, _ limit: Int, _ whenFull: EventOverflow) -> () -> Void {
    let (scheduler, tasks) = (HandScheduler(), TaskQueue())
    let selection = bus.on(Ping.self).limit(limit, whenFull: whenFull)
    let hear: @Sendable (Ping) -> Void = { [seen] in seen.add($0.number) }
    switch place {
    case .scheduler: selection.scheduler(scheduler).next(hear)
    case .throwing: selection.scheduler(scheduler).tryNext(hear)
    case .task: selection.executor(tasks).task(hear)
    case .taskOnScheduler: selection.scheduler(scheduler).task(hear)
    case .signal: selection.scheduler(scheduler).signal.subscribe(onNext: hear)
    }
    return {
      scheduler.run()
      tasks.run()
    }
  }

  @Test(
    "the oldest or the newest event is dropped; the rest is handled in order", arguments: Place.allCases,
    [EventOverflow.dropOldest, .dropNewest])
  func drops(place: Place, whenFull: EventOverflow) {
    let run = subscribe(place, 2, whenFull)
    for number in 1...5 { #expect(bus.dispatch(Ping(number: number))) }
    #expect(seen.entries == [])
    run()
    #expect(seen.entries == (whenFull == .dropOldest ? [4, 5] : [1, 2]))
    bus.dispatch(Ping(number: 6))
    run()
    #expect(seen.entries.count == 3)
  }

  @Test("the census counts what waits now, the most that waited for one subscription, and what was dropped")
  func census() {
    let run = subscribe(.scheduler, 2, .dropOldest)
    let schedulers = [HandScheduler(), HandScheduler()]
    defer { for scheduler in schedulers { scheduler.drop() } }
    bus.on(Ping.self).scheduler(schedulers[0]).next { _ in }
    // One queue for two places.
    bus.on(Tagged.self).subtypes("a", "b").scheduler(schedulers[1]).next { _ in }
    for number in 1...5 { bus.dispatch(Ping(number: number)) }
    bus.dispatch(Tagged("a"))
    bus.dispatch(Tagged("b"))
    #expect(bus.census.waiting == 2 + 5 + 2)
    #expect(bus.census.mostWaiting == 5)
    #expect(bus.census.dropped == 3)
    run()
    #expect(bus.census.waiting == 5 + 2)
    #expect(bus.census.mostWaiting == 5)
    #expect(bus.census.dropped == 3)
  }

  @Test("the event that is being handled does not wait", arguments: [EventOverflow.dropOldest, .dropNewest])
  func inHandler(whenFull: EventOverflow) {
    let scheduler = HandScheduler()
    bus.on(Ping.self).scheduler(scheduler).limit(2, whenFull: whenFull).next { [unowned bus, seen] event in
      seen.add(event.number)
      if event.number == 1 { for number in 2...5 { bus.dispatch(Ping(number: number)) } }
    }
    bus.dispatch(Ping(number: 1))
    scheduler.run()
    #expect(seen.entries == (whenFull == .dropOldest ? [1, 4, 5] : [1, 2, 3]))
  }

  @Test("a flood for a slow handler keeps no more events than the limit, and releases each dropped event immediately")
  func memory() {
    let (scheduler, population) = (HandScheduler(), Population())
    bus.on(Heavy.self).scheduler(scheduler).limit(10, whenFull: .dropNewest).next { _ in }
    for _ in 0..<10_000 {
      bus.dispatch(Heavy(member: population.member()))
      #expect(population.count <= 10)
    }
    #expect(bus.census.dropped == 9_990)
    scheduler.run()
    #expect(population.count == 0)
  }

  @Test("an awaited delivery of a dropped event fails; `failures` does not hear of it")
  func awaited() async throws {
    let (scheduler, failed) = (HandScheduler(), Counter())
    bus.failures.subscribe { _ in failed.increment() }
    let subscription = bus.on(Ping.self).scheduler(scheduler).limit(1, whenFull: .dropOldest).next { [seen] event in
      seen.add(event.number)
    }
    async let first = bus.deliver(Ping(number: 1))
    await yielding { bus.census.waiting == 1 }
    bus.dispatch(Ping(number: 2))
    do {
      _ = try await first
      Issue.record("the delivery of the dropped event did not fail")
    } catch {
      let failures = (error as? EventDeliveryError)?.failures ?? []
      #expect(failures.count == 1)
      #expect(failures.first?.error is EventDropped)
      #expect(failures.first?.subscription == subscription)
      #expect((failures.first?.event as? Ping)?.number == 1)
    }
    scheduler.run()
    #expect(seen.entries == [2])
    #expect(failed.value == 0)
  }

  @Test("a limit does not affect handlers inside the dispatch")
  func inside() {
    bus.on(Ping.self).limit(1, whenFull: .dropNewest).next { [seen] in seen.add($0.number) }
    bus.on(Ping.self).limit(1, whenFull: .dropNewest).scheduler(.immediate).next { [seen] in seen.add($0.number) }
    for number in 1...3 { bus.dispatch(Ping(number: number)) }
    #expect(seen.entries == [1, 1, 2, 2, 3, 3])
  }

  @Test("an actor's events and a queue's events are limited too; what is not dropped arrives once, in order")
  func actorAndQueue() throws {
    let (ledger, queue) = (Ledger(), DispatchQueue(label: "limited"))
    let (onActor, onQueue) = (Journal<Ping>(), Journal<Ping>())
    let numbers = rounds(20_000)
    bus.on(Ping.self).limit(8, whenFull: .dropNewest).next(on: ledger) { _, event in onActor.add(event) }
    bus.on(Ping.self).queue(queue, limit: 8, whenFull: .dropOldest).next { event in onQueue.add(event) }
    try onThreads(
      (0..<2).map { thread in
        { [unowned bus] in for number in 1...numbers { bus.dispatch(Ping(number: 2 * number + thread)) } }
      })
    let all = 2 * 2 * numbers
    yieldUntil { onActor.entries.count + onQueue.entries.count + bus.census.dropped == all }
    for journal in [onActor, onQueue] {
      for thread in 0..<2 {
        let own = journal.entries.map(\.number).filter { $0 % 2 == thread }
        #expect(zip(own, own.dropFirst()).allSatisfy { $0 < $1 })
      }
    }
    #expect(bus.census.mostWaiting <= 8)
  }

  @Test("R11 a limit under 1 traps and says what to do")
  func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = EventBus().on(Ping.self).limit(0, whenFull: .dropNewest)
    }
    #expect(result?.says("use 1 or more") == true)
  }
}

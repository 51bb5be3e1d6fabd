import Dispatch
import Foundation
import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

@Suite("Delivery on queues, schedulers and the main actor")
struct QueueTests {
  private let bus = EventBus()
  private let seen = Journal<Int>()

  @Test("a queue's handler runs on the queue, in order, never inside the dispatch; the dispatch does not wait")
  func queue() {
    let (queue, free, done) = (DispatchQueue(label: "q"), Gate(), Gate())
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    bus.on(Ping.self).queue(queue).next { [seen] event in
      free.wait()
      seen.add(DispatchQueue.getSpecific(key: key) == true ? event.number : -1)
      if event.number == 100 { done.open() }
    }
    // `dispatch` returns although the queue is blocked.
    for number in 1...100 { bus.dispatch(Ping(number: number)) }
    #expect(seen.entries == [])
    free.open()
    done.wait()
    #expect(seen.entries == Array(1...100))
  }

  @Test("on a concurrent queue the events of one subscription still come one at a time, in order")
  func concurrentQueue() {
    let (done, list) = (Gate(), UnguardedList())
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    bus.on(Ping.self).queue(queue).next { event in
      list.entries.append(event.number)
      if event.number == 200 { done.open() }
    }
    for number in 1...200 { bus.dispatch(Ping(number: number)) }
    done.wait()
    #expect(list.entries == Array(1...200))
  }

  @Test("a handler that is disposed before its queued delivery runs is not called, and its event is released")
  func disposedBefore() {
    let (scheduler, population) = (HandScheduler(), Population())
    let subscription = bus.on(Heavy.self).scheduler(scheduler).next { [seen] _ in seen.add(1) }
    let other = bus.on(Heavy.self).scheduler(scheduler).next { [seen] _ in seen.add(2) }
    bus.dispatch(Heavy(member: population.member()))
    subscription.dispose()
    scheduler.run()
    #expect(seen.entries == [2])
    bus.dispatch(Heavy(member: population.member()))
    #expect(population.count == 1)
    other.dispose()
    // The event is released although the scheduler still has the work (promise R9).
    #expect(population.count == 0)
    scheduler.run()
    #expect(seen.entries == [2])
  }

  @Test("disposed by the preceding event in the same turn")
  func disposedInTurn() {
    let scheduler = HandScheduler()
    let bag = CompositeDisposable()
    // The test keeps the subscription, so that it exists even after it has ended.
    let subscription = bus.on(Ping.self).scheduler(scheduler).bound(to: bag).next { [seen] event in
      seen.add(event.number)
      bag.dispose()
    }
    bus.dispatch(Ping(number: 1))
    bus.dispatch(Ping(number: 2))
    scheduler.run()
    #expect(seen.entries == [1])
    withExtendedLifetime(subscription) {}
  }

  @Test("a scheduler that drops its work ends the subscription, and everything is released")
  func droppedWork() {
    let (scheduler, population) = (HandScheduler(), Population())
    let subscription = bus.on(Heavy.self).scheduler(scheduler).next { [member = population.member()] _ in
      withExtendedLifetime(member) {}
    }
    bus.dispatch(Heavy(member: population.member()))
    scheduler.drop()
    #expect(subscription.isDisposed)
    #expect(population.count == 0)
    #expect(bus.census == EventBus().census)
  }

  @Test("a test scheduler that is deallocated with its work")
  func goneScheduler() {
    var scheduler: TestScheduler? = TestScheduler()
    let subscription = bus.on(Ping.self).scheduler(scheduler!).next { [seen] in seen.add($0.number) }
    bus.dispatch(Ping(number: 1))
    scheduler?.advance(by: .seconds(1))
    #expect(seen.entries == [1])
    bus.dispatch(Ping(number: 2))
    scheduler = nil
    #expect(subscription.isDisposed)
    bus.dispatch(Ping(number: 3))
    #expect(seen.entries == [1])
    #expect(bus.census == EventBus().census)
  }

  @Test("a queue that only the subscription keeps still delivers")
  func goneQueue() {
    let done = Gate()
    do {
      bus.on(Ping.self).queue(DispatchQueue(label: "brief")).next { _ in done.open() }
    }
    bus.dispatch(Ping())
    done.wait()
  }

  @Test("once on a queue takes the first handled event")
  func once() {
    let scheduler = HandScheduler()
    bus.on(Ping.self).scheduler(scheduler).once().next { [seen] in seen.add($0.number) }
    bus.dispatch(Ping(number: 1))
    bus.dispatch(Ping(number: 2))
    scheduler.run()
    #expect(seen.entries == [1])
    #expect(bus.census == EventBus().census)
  }

  @Test("dispatches on the bus's queue come one after the other, in order; a deallocated bus delivers nothing")
  func busQueue() {
    let done = Gate()
    bus.on(Ping.self).next { [seen] event in
      seen.add(event.number)
      if event.number == 50 { done.open() }
    }
    for number in 1...50 { bus.dispatch(Ping(number: number), on: .bus) }
    done.wait()
    #expect(seen.entries == Array(1...50))
    let scheduler = HandScheduler()
    var brief: EventBus? = EventBus()
    brief?.on(Ping.self).next { [seen] in seen.add($0.number) }
    brief?.dispatch(Ping(number: 99), on: .scheduler(scheduler))
    brief = nil
    scheduler.run()
    #expect(seen.entries.last == 50)
    let queued = Gate()
    bus.on(Tagged.self).next { _ in queued.open() }
    bus.dispatch(Tagged(nil), on: .queue(DispatchQueue(label: "elsewhere")))
    queued.wait()
  }

  @Test("on the main actor: immediately from the main thread, in order from other threads")
  @MainActor
  func mainActor() async throws {
    let (bus, seen) = (bus, seen)
    bus.subscribe(Ping.self, on: MainActor.self) { event in
      MainActor.assertIsolated()
      seen.add(event.number)
    }
    bus.dispatch(Ping(number: 1))
    #expect(seen.entries == [1])
    await Task.detached { for number in 2...4 { bus.dispatch(Ping(number: number)) } }.value
    // Events on their way to the main actor are handled first.
    bus.dispatch(Ping(number: 5))
    await onMain { seen.entries.count == 5 }
    #expect(seen.entries == [1, 2, 3, 4, 5])
    let (player, done) = (Player(), Gate())
    let subscription = bus.subscribe(Ping.self, owner: player, on: MainActor.self) { player, event in
      player.journal.add(event.number)
    }
    bus.dispatch(Ping(number: 6), on: .main)
    await onMain { player.journal.entries == [6] }
    // The join blocks the main actor, so 7 stays on its way.
    try RunningThread { bus.dispatch(Ping(number: 7)) }.join()
    // A disposal on the main actor drops the event that is on its way (promise R3).
    subscription.dispose()
    bus.on(Ping.self).next(on: MainActor.self) { _ in done.open() }
    bus.dispatch(Ping(number: 8))
    await onMain { seen.entries.last == 8 }
    #expect(player.journal.entries == [6])
  }

  /// Lets the main actor do other things until `condition` holds.
  @MainActor
  private func onMain(until condition: () -> Bool) async {
    let limit = Date(timeIntervalSinceNow: patience)
    while !condition(), Date() < limit { await Task.yield() }
    #expect(condition())
  }
}

import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import Testing

@Suite("The bus under threads")
struct StormTests {
  @Test("all operations at the same time; the bus ends as it began")
  func everything() throws {
    let (bus, population, queue) = (EventBus(), Population(), Scheduler.queue(label: "storm"))
    try onThreads(
      (0..<3).map { thread in
        {
          var rng = SeededGenerator(seed: UInt64(thread))
          var kept: [Subscription] = []
          for round in 0..<rounds(10_000) {
            let tag = ["a", "b", "c"][rng.below(3)]
            let member = population.member()
            switch rng.below(18) {
            case 0, 1, 2: bus.dispatch(Ping(number: round))
            case 3, 4: bus.dispatch(Tagged(tag, round))
            case 5: bus.dispatchSticky(Tagged(tag, round))
            case 6: bus.removeStickyEvent(Tagged.self, subtype: tag)
            case 7: bus.dispatch(Circle(), reaching: .chain)
            case 8: kept.append(bus.on(Ping.self).next { _ in withExtendedLifetime(member) {} })
            case 9: kept.append(bus.on(Tagged.self).subtype(tag).sticky().next { _ in withExtendedLifetime(member) {} })
            case 10: kept.append(bus.on(Tagged.self).subtypes("a", "b").priority(rng.below(3)).next { _ in })
            case 11: kept.append(bus.on(any: (any Shape).self).next { _ in withExtendedLifetime(member) {} })
            case 12: kept.append(bus.on(Tagged.self).next { _, delivery in delivery.cancel() })
            case 13: kept.append(bus.on(Ping.self).scheduler(queue).next { _ in withExtendedLifetime(member) {} })
            case 14: bus.on(Ping.self).once().next { _ in withExtendedLifetime(member) {} }
            case 15:
              let player = Player()
              bus.subscribe(Ping.self, owner: player) { _, _ in }
              bus.on(Tagged.self).bound(to: player.lifetime).next { _ in }
            default: if !kept.isEmpty { kept.remove(at: rng.below(kept.count)).dispose() }
            }
            while kept.count > 40 { kept.removeFirst().dispose() }
          }
          for subscription in kept { subscription.dispose() }
        }
      })
    bus.dispatch(Ping())
    bus.removeAllStickyEvents()
    let done = Gate()
    queue.perform { done.open() }
    done.wait()
    #expect(population.count == 0)
    #expect(bus.census == EventBus().census)
  }

  @Test("two threads dispatch while two subscribe and dispose: subscribers that stay get every event")
  func steady() throws {
    let (bus, stop) = (EventBus(), Counter())
    let count = rounds(10_000)
    let heard = (0..<3).map { _ in Counter() }
    bus.on(Ping.self).next { _ in heard[0].increment() }
    bus.on(Ping.self).priority(5).next { _ in heard[1].increment() }
    bus.on(any: Ping.self).next { _ in heard[2].increment() }
    let send: @Sendable () -> Void = {
      for number in 0..<count { bus.dispatch(Ping(number: number)) }
      stop.increment()
    }
    let churn: @Sendable () -> Void = {
      while stop.value < 2 {
        let all = (-1...1).map { bus.on(Ping.self).priority($0).next { _ in } }
        for subscription in all { subscription.dispose() }
      }
    }
    try onThreads([send, send, churn, churn])
    #expect(heard.map(\.value) == [2 * count, 2 * count, 2 * count])
  }

  @Test("a bus is deallocated while other threads hold its selections, subscribe, and get its events")
  func death() throws {
    for _ in 0..<rounds(200) {
      let owner = Guarded<EventBus?>(EventBus())
      let (selection, population) = (owner.with { $0!.on(Tagged.self) }, Population())
      try onThreads([
        {
          let bus = owner.with { bus in
            defer { bus = nil }
            return bus
          }
          for _ in 0..<5 { bus?.dispatch(Tagged("a")) }
        },
        {
          for _ in 0..<10 {
            selection.next { [member = population.member()] _ in withExtendedLifetime(member) {} }
            selection.subtypes("a", "b").next { [member = population.member()] _ in withExtendedLifetime(member) {} }
          }
        },
      ])
      #expect(population.count == 0)
      #expect(selection.next { _ in }.isDisposed)
    }
  }

  @Test(
    "events on one subscription's queue keep their order while other subscriptions join and leave",
    arguments: [false, true])
  func queueOrder(isTask: Bool) async throws {
    let (bus, list, done) = (EventBus(), Guarded<[Int]>([]), TaskGate())
    let count = rounds(5000)
    let handler: @Sendable (Ping) -> Void = { event in
      list.with { $0.append(event.number) }
      if event.number == count { done.open() }
    }
    if isTask { bus.on(Ping.self).task { handler($0) } } else { bus.on(Ping.self).queue(.global()).next(handler) }
    try onThreads([
      { for number in 1...count { bus.dispatch(Ping(number: number)) } },
      { for _ in 0..<count { bus.on(Ping.self).queue(.global()).next { _ in }.dispose() } },
    ])
    await done.pass()
    #expect(list.with { $0 } == Array(1...count))
  }
}

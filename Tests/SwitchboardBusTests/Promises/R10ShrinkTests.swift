import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import Testing

@Suite("R10 The bus shrinks")
struct R10Tests {
  private let bus = EventBus()
  private let population = Population()

  private static let owners = rounds(40_000)

  @Test("owners that come and go on two threads leave counts and capacities unchanged", arguments: [1, 500])
  func owners(together: Int) throws {
    let live: @Sendable () -> Void = { [unowned bus, population] in
      for _ in 0..<(Self.owners / 2 / together) {
        let living = (0..<together).map { _ in Player() }
        for owner in living {
          bus.subscribe(Ping.self, owner: owner) { [member = population.member()] _, _ in
            withExtendedLifetime(member) {}
          }
          bus.on(Tagged.self).subtypes("a", "b").bound(to: owner.lifetime).next { _ in }
          bus.on(Ping.self).priority(3).bound(to: owner.lifetime).next { _, _ in }
        }
        bus.dispatch(Tagged("a"))
        withExtendedLifetime(living) {}
      }
    }
    try onThreads([live, live])
    #expect(population.count == 0)
    #expect(bus.census == EventBus().census)
  }

  @Test("ten thousand names are added and removed; the capacity stays within 4 × count + 16")
  func names() {
    var all: [Subscription] = []
    for number in 0..<10_000 { all.append(bus.on(NamedEvent.self).subtype("name \(number)").next { _ in }) }
    let full = bus.census
    #expect(full.topics == 10_001)
    #expect(full.subscriptions == 10_000)
    #expect(full.capacity <= 4 * full.topics + 16)
    for (number, subscription) in all.enumerated() {
      subscription.dispose()
      if number % 500 == 0 {
        let census = bus.census
        #expect(census.capacity <= 4 * census.topics + 16)
      }
    }
    #expect(bus.census == EventBus().census)
  }

  @Test("a supertype's topic, and the cached type relations, are removed with the last subscriber")
  func supertypes() {
    for _ in 0..<100 {
      let subscription = bus.on(any: (any Event).self).next { _ in }
      bus.dispatch(Ping())
      bus.dispatch(Circle())
      subscription.dispose()
    }
    #expect(bus.census == EventBus().census)
  }

  @Test("owners without a lifetime are swept by the next event, by later subscriptions, or by a census")
  func swept() {
    for round in 0..<500 {
      bus.subscribe(Ping.self, owner: Stranger()) { [member = population.member()] _, _ in
        withExtendedLifetime(member) {}
      }
      #expect(population.count <= 32, "round \(round)")
    }
    #expect(bus.census == EventBus().census)
    bus.subscribe(Ping.self, owner: Stranger()) { [member = population.member()] _, _ in
      withExtendedLifetime(member) {}
    }
    bus.dispatch(Ping())
    #expect(population.count == 0)
    bus.on(Ping.self).bound(to: Stranger()).next { [member = population.member()] _ in withExtendedLifetime(member) {} }
    #expect(bus.census == EventBus().census)
    #expect(population.count == 0)
  }

  @Test("ten thousand sticky subtypes are freed")
  func sticky() {
    for number in 0..<10_000 { bus.dispatchSticky(Tagged("\(number)")) }
    #expect(bus.census.sticky == 10_000)
    for number in 0..<10_000 {
      bus.removeStickyEvent(Tagged.self, subtype: "\(number)")
      if number % 500 == 0 { #expect(bus.census.stickyCapacity <= 4 * bus.census.sticky + 16) }
    }
    #expect(bus.census == EventBus().census)
  }

  private func subscribe(_ kind: Int, _ owner: Player) -> Subscription {
    let member = population.member()
    let selection = bus.on(Ping.self).bound(to: owner.lifetime)
    return switch kind {
    case 0: selection.next { _ in withExtendedLifetime(member) {} }
    case 1: selection.once().next { _ in withExtendedLifetime(member) {} }
    case 2: selection.tryNext { _ in withExtendedLifetime(member) {} }
    case 3: selection.task { _ in withExtendedLifetime(member) {} }
    case 4: selection.queue(.global()).next { _ in withExtendedLifetime(member) {} }
    case 5: selection.next { _, _ in withExtendedLifetime(member) {} }
    case 6: selection.next(on: MainActor.self) { _ in withExtendedLifetime(member) {} }
    default: bus.on(Tagged.self).subtypes("a", "b").bound(to: owner).next { _ in withExtendedLifetime(member) {} }
    }
  }

  @Test("R9 what a subscription captured is released before its end returns", arguments: 0..<8, [false, true])
  func release(kind: Int, byOwner: Bool) {
    var player: Player? = Player()
    let subscription = subscribe(kind, player!)
    #expect(population.count == 1)
    if byOwner { player = nil } else { subscription.dispose() }
    #expect(population.count == 0)
    #expect(subscription.isDisposed)
    #expect(bus.census == EventBus().census)
  }

  @Test("R9 during a dispatch: the release comes when the dispatches that were running have ended")
  func duringDispatch() {
    let bag = CompositeDisposable()
    let counts = Journal<Int>()
    bus.on(Ping.self).bound(to: bag).next { [member = population.member()] _ in withExtendedLifetime(member) {} }
    bus.on(Ping.self).next { [population] _ in
      bag.dispose()
      counts.add(population.count)
    }
    bus.dispatch(Ping())
    #expect(counts.entries == [1])
    #expect(population.count == 0)
  }

  @Test("a bus that is deallocated releases everything, also queued events")
  func death() {
    var brief: EventBus? = EventBus()
    let scheduler = HandScheduler()
    let member: @Sendable () -> Population.Member = { [population] in population.member() }
    brief?.on(Heavy.self).next { [held = member()] _ in withExtendedLifetime(held) {} }
    brief?.on(Heavy.self).subtypes("a", "b").next { [held = member()] _ in withExtendedLifetime(held) {} }
    brief?.on(any: (any Event).self).scheduler(scheduler).next { [held = member()] _ in withExtendedLifetime(held) {} }
    brief?.dispatchSticky(Heavy(member: member()))
    brief?.dispatch(Heavy(member: member()))
    let selection = brief?.on(Ping.self)
    brief = nil
    #expect(population.count == 0)
    // A selection of a deallocated bus accepts no subscriber.
    #expect(selection?.next { _ in }.isDisposed == true)
    #expect(selection?.subtypes("a", "b").next { _ in }.isDisposed == true)
    scheduler.run()
  }
}

import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import Testing

private actor Ledger {
  private(set) var entries: [Int] = []
  func add(_ entry: Int) { entries.append(entry) }
}

@Suite("Bus: subscribe(on:)")
struct BusSubscribeOnTests {
  let bus = EventBus(name: "test")

  /// The forms of `subscribe` whose handlers run on a task queue or on an actor, with an owner or a bag.
  enum Form: CaseIterable, Sendable { case owner, bag, actorOwner, actorBag, inline }

  @Test("handlers receive the events in order, and the end of the owner or bag ends them", arguments: Form.allCases)
  func forms(form: Form) async {
    let (seen, queue, ledger, bag) = (Journal<Int>(), TaskQueue(), Ledger(), CompositeDisposable())
    var player: Player? = Player()
    let subscription =
      switch form {
      case .owner: bus.subscribe(Ping.self, owner: player!, on: .executor(queue)) { seen.add($1.number) }
      case .bag: bus.subscribe(Ping.self, into: bag, on: .executor(queue)) { seen.add($0.number) }
      case .actorOwner: bus.subscribe(Ping.self, owner: player!, on: ledger) { seen.add($2.number) }
      case .actorBag: bus.subscribe(Ping.self, into: bag, on: ledger) { seen.add($1.number) }
      case .inline: bus.subscribe(Ping.self, into: bag) { seen.add($0.number) }
      }
    for number in 1...3 { bus.dispatch(Ping(number: number)) }
    await yielding {
      queue.run()
      return seen.entries == [1, 2, 3]
    }
    player = nil
    bag.dispose()
    #expect(subscription.isDisposed)
    #expect(bus.census.subscriptions == 0)
  }

  @Test("a handler on an actor uses the actor's state, and does not keep the actor alive")
  func actor() async {
    var ledger: Ledger? = Ledger()
    weak let released = ledger
    let seen = Journal<Int>()
    let subscription = bus.on(Ping.self).next(on: ledger!) { ledger, event in
      ledger.add(event.number)
      seen.add(event.number)
    }
    bus.dispatch(Ping(number: 1))
    await yielding { seen.entries == [1] }
    #expect(await ledger?.entries == [1])
    ledger = nil
    await yielding { released == nil }
    bus.dispatch(Ping(number: 2))
    await yielding { subscription.isDisposed }
    #expect(seen.entries == [1])
  }
}

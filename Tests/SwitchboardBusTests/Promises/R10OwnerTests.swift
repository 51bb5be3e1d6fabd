import Dispatch
import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import Testing

private protocol Labelled: Sendable {}

private struct Label: Event, Labelled {
  var subtype: String? { "a" }
}

private actor Desk {}

@Suite("R10 Each delivery looks for an owner without a lifetime")
struct R10OwnerTests {
  private let bus = EventBus(name: "owners")
  private let heard = Counter()
  private let dead = Counter()

  /// The forms of a subscription that ends with an owner. The forms without another name are `bound(to:)`.
  enum Form: CaseIterable, Sendable {
    case plain, subtype, subtypes, priority, supertype, supertypeWithSubtypes, lent, throwing, sticky
    case queue, throwingOnQueue, task, taskOnQueue, signal, signalOfSubtypes
    case owner, ownerOfSubtype, ownerOnScheduler, ownerOnActor, actor, actorTask, boundAndOnActor
  }

  private func subscribe(_ form: Form, _ owner: Stranger, _ desk: Desk) -> Subscription {
    let heard: @Sendable () -> Void = { [heard] in heard.increment() }
    let bound = bus.on(Label.self).bound(to: owner)
    let anyLabel = bus.on(any: (any Labelled).self).bound(to: owner)
    let queue = DispatchQueue(label: "owners")
    return switch form {
    case .plain: bound.next { _ in heard() }
    case .subtype: bound.subtype("a").next { _ in heard() }
    case .subtypes: bound.subtypes("a", "b").next { _ in heard() }
    case .priority: bound.priority(3).next { _ in heard() }
    case .supertype: anyLabel.next { _ in heard() }
    case .supertypeWithSubtypes: anyLabel.subtypes("a", "b").next { _ in heard() }
    case .lent: bound.next { _, _ in heard() }
    case .throwing: bound.tryNext { _ in heard() }
    case .sticky: bound.sticky().next { _ in heard() }
    case .queue: bound.queue(queue).next { _ in heard() }
    case .throwingOnQueue: bound.queue(queue).tryNext { _ in heard() }
    case .task: bound.task { _ in heard() }
    case .taskOnQueue: bound.queue(queue).task { _ in heard() }
    case .signal: bound.signal.subscribe { _ in heard() }
    case .signalOfSubtypes: bound.subtypes("a", "b").signal.subscribe { _ in heard() }
    case .owner: bus.subscribe(Label.self, owner: owner) { _, _ in heard() }
    case .ownerOfSubtype: bus.subscribe(Label.self, subtype: "a", owner: owner) { _, _ in heard() }
    case .ownerOnScheduler: bus.subscribe(Label.self, owner: owner, on: .queue(queue)) { _, _ in heard() }
    case .ownerOnActor: bus.subscribe(Label.self, owner: owner, on: desk) { _, _, _ in heard() }
    case .actor: bus.subscribe(Label.self, on: desk) { _, _ in heard() }
    case .actorTask: bus.on(Label.self).task(on: desk) { _, _ in heard() }
    case .boundAndOnActor: bound.next(on: desk) { _, _ in heard() }
    }
  }

  enum Sending: CaseIterable, Sendable { case dispatch, chain, nearest, deliver, sticky }

  private func send(_ sending: Sending, _ child: EventBus) async throws -> Bool {
    switch sending {
    case .dispatch: bus.dispatch(Label())
    case .chain: child.dispatch(Label(), reaching: .chain)
    case .nearest: child.dispatch(Label(), reaching: .nearest)
    case .deliver: try await bus.deliver(Label())
    case .sticky: bus.dispatchSticky(Label())
    }
  }

  @Test(
    "a deallocated owner gets nothing, counts as no subscriber, and its subscription ends with the next event",
    arguments: Form.allCases, Sending.allCases)
  func table(form: Form, sending: Sending) async throws {
    let child = EventBus(name: "child", parent: bus)
    bus.on(DeadEvent.self).next { [dead] _ in dead.increment() }
    let before = bus.census
    // The signal of `bound(to:)` starts no second subscription, so one event is heard once.
    var (owner, desk): (Stranger?, Desk?) = (Stranger(), Desk())
    weak let lastDesk = desk
    let subscription = subscribe(form, owner!, desk!)
    #expect(try await send(sending, child))
    await yielding { heard.value == 1 }
    (owner, desk) = (nil, nil)
    await yielding { lastDesk == nil }
    for _ in 0..<1000 { #expect(try await !send(sending, child)) }
    #expect(subscription.isDisposed)
    #expect(heard.value == 1)
    #expect(dead.value == (sending == .sticky ? 0 : 1000))
    bus.removeAllStickyEvents()
    #expect((bus.census.topics, bus.census.subscriptions) == (before.topics, before.subscriptions))
  }

  @Test("an owner that is deallocated while an event waits for it", arguments: [Form.queue, .task])
  func waiting(form: Form) {
    let (scheduler, tasks) = (HandScheduler(), TaskQueue())
    var owner: Stranger? = Stranger()
    let bound = bus.on(Label.self).bound(to: owner!)
    let subscription =
      form == .queue
      ? bound.scheduler(scheduler).next { [heard] _ in heard.increment() }
      : bound.executor(tasks).task { [heard] _ in heard.increment() }
    #expect(bus.dispatch(Label()))
    owner = nil
    scheduler.run()
    tasks.run()
    #expect(heard.value == 0)
    #expect(subscription.isDisposed)
  }

  @Test("an owner that is deallocated during an awaited delivery, before its turn")
  func duringDelivery() async throws {
    let owner = Guarded<Stranger?>(Stranger())
    bus.on(Label.self).priority(1).task { _ in owner.with { $0 = nil } }
    let subscription = bus.on(Label.self).bound(to: owner.with { $0! }).next { [heard] _ in heard.increment() }
    #expect(try await bus.deliver(Label()))
    #expect(heard.value == 0)
    #expect(subscription.isDisposed)
  }

  @Test("an owner that is deallocated during a replay of sticky events, or by an earlier handler of the dispatch")
  func duringReplay() {
    let owner = Guarded<Stranger?>(Stranger())
    for number in 0..<3 { bus.dispatchSticky(Tagged("\(number)")) }
    let subscription = bus.on(Tagged.self).sticky().bound(to: owner.with { $0! }).next { [heard] _ in
      heard.increment()
      owner.with { $0 = nil }
    }
    #expect(heard.value == 1)
    #expect(subscription.isDisposed)
    owner.with { $0 = Stranger() }
    bus.on(Label.self).priority(1).next { _ in owner.with { $0 = nil } }
    let later = bus.on(Label.self).bound(to: owner.with { $0! }).next { [heard] _ in heard.increment() }
    #expect(bus.dispatch(Label()))
    #expect(heard.value == 1)
    #expect(later.isDisposed)
  }

  @Test("a selection that is used after its owner's deallocation, or in its owner's deinit, subscribes to nothing")
  func keptSelection() {
    let made = Journal<EventSelection<Label>>()
    do {
      let owner = Stranger { [unowned bus] owner in made.add(bus.on(Label.self).bound(to: owner)) }
      made.add(bus.on(Label.self).bound(to: owner))
    }
    #expect(made.entries.count == 2)
    for selection in made.entries {
      #expect(selection.next { _ in }.isDisposed)
      #expect(selection.signal.subscribe { _ in }.isDisposed)
      // The last `bound(to:)` counts.
      let bag = CompositeDisposable()
      let subscription = selection.bound(to: bag).next { [heard] _ in heard.increment() }
      #expect(bus.dispatch(Label()))
      bag.dispose()
      #expect(subscription.isDisposed)
    }
    #expect(heard.value == 2)
    #expect(bus.census == EventBus().census)
  }

  @Test("the next bus of a chain gets the event that the only owner of a nearer bus did not live to get")
  func nearest() {
    let child = EventBus(name: "child", parent: bus)
    bus.on(Label.self).next { [heard] _ in heard.increment() }
    child.on(Label.self).bound(to: Stranger()).next { [dead] _ in dead.increment() }
    #expect(child.dispatch(Label(), reaching: .nearest))
    #expect(heard.value == 1)
    #expect(dead.value == 0)
  }

  @Test("the last release of an owner during the look runs its deinit with no lock held (promise R4)")
  func lastRelease() throws {
    // Each round releases the owner on one thread while another thread dispatches.
    for _ in 0..<rounds(2_000) {
      let owner = Guarded<Stranger?>(
        Stranger { [unowned bus] _ in
          bus.on(Label.self).next { _ in }.dispose()
          _ = bus.census
        })
      let subscription = bus.on(Label.self).bound(to: owner.with { $0! }).next { _ in }
      try onThreads([{ owner.with { $0 = nil } }, { [unowned bus] in bus.dispatch(Label()) }])
      bus.dispatch(Label())
      #expect(subscription.isDisposed)
    }
  }
}

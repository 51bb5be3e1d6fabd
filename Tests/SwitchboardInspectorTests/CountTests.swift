#if Inspector
  import Foundation
  import Switchboard
  import SwitchboardBroadcast
  import SwitchboardTestSupport
  import Testing

  @testable import SwitchboardInspector

  struct Ping: Event { var number = 0 }

  /// An owner whose deallocation no lifetime announces.
  private final class PlainOwner: Sendable {}
  private final class LivingOwner: LifetimeOwner, Sendable { let lifetime = Lifetime() }

  /// Looks at the counts. A census of the inspector that keeps nothing between two looks.
  private struct Look {
    var registries: [RegistryTally] = []
    var subscriptions: [SubscriptionTally] = []
    let names = Names(showsValues: true)

    init() {
      Tally.registries(into: &registries)
      Tally.subscriptions(into: &subscriptions)
      names.refresh()
    }

    func registry(_ name: String) throws -> RegistryTally {
      try #require(registries.first { names.label($0.label, madeIn: $0.site).name == name }, "no registry \(name)")
    }

    /// The registry of the events of a bus, which also has a subject of its name, for failures.
    func events(_ name: String) throws -> RegistryTally {
      try #require(
        registries.first {
          let label = names.label($0.label, madeIn: $0.site)
          return label.name == name && label.kind == "event"
        }, "no events of \(name)")
    }

    func subscriptions(at line: Int) -> [SubscriptionTally] {
      subscriptions.filter { names.site($0.site)?.hasSuffix("/CountTests.swift:\(line)") == true }
    }
  }

  extension InspectorTests {
    @Suite("counts")
    struct Counts {
      @Test("sends and deliveries of a subject, also re-entrant, are those of the program")
      func subject() throws {
        let subject = PublishSubject<Int, Never>(name: "counted subject")
        let calls = Counter()
        let first = subject.subscribe { value in
          calls.increment()
          if value == 3 { subject.send(100) }
        }
        subject.subscribe { _ in calls.increment() }
        let waitable = subject.subscribeWaitable { _ in calls.increment() }
        for value in 0..<10 { subject.send(value) }
        first.dispose()
        subject.send(11)
        let tally = try Look().registry("counted subject")
        #expect(tally.sends == 12)
        #expect(tally.deliveries == UInt64(calls.value))
        #expect(tally.subscribers == 2)
        #expect((tally.waiting, tally.mostWaiting) == (0, 1))
        waitable.dispose()
      }

      @Test("a subscription that its own handler ends has counted that call")
      func disposedInHandler() throws {
        let subject = PublishSubject<Int, Never>(name: "disposed in handler")
        let bag = CompositeDisposable()
        subject.subscribe(into: bag) { _ in bag.dispose() }
        for value in 0..<3 { subject.send(value) }
        let tally = try Look().registry("disposed in handler")
        #expect((tally.sends, tally.deliveries, tally.subscribers) == (3, 1, 0))
      }

      @Test("replayed values count as deliveries, and kept values are the owner's")
      func replay() throws {
        let subject = ReplaySubject<Int, Never>(capacity: 3, name: "counted replay")
        for value in 0..<5 { subject.send(value) }
        let calls = Counter()
        let line = #line + 1
        subject.subscribe { _ in calls.increment() }
        subject.send(5)
        let look = Look()
        let tally = try look.registry("counted replay")
        #expect((tally.kept, tally.keptLimit) == (3, 3))
        #expect(calls.value == 4)
        // The history is a subscriber too, but none of the program.
        #expect(tally.deliveries == UInt64(calls.value))
        #expect(look.subscriptions(at: line).map(\.deliveries) == [4])
        let property = Property(1, name: "counted property")
        let behavior = BehaviorSubject<Int, Never>(1, name: "counted behavior")
        #expect(try Look().registry("counted property").kept == 1)
        #expect(try Look().registry("counted behavior").kept == 1)
        withExtendedLifetime((property, behavior)) {}
      }

      @Test("R7 dispatches of several threads lose no count")
      func bus() throws {
        let bus = EventBus(name: "counted bus")
        let calls = Counter()
        for _ in 0..<3 { bus.subscribe(Ping.self) { _ in calls.increment() } }
        let rounds = rounds(400_000)
        try onThreads(Array(repeating: { for number in 0..<rounds { bus.dispatch(Ping(number: number)) } }, count: 3))
        let tally = try Look().events("counted bus")
        #expect(tally.sends == UInt64(3 * rounds))
        #expect(tally.deliveries == UInt64(9 * rounds))
        #expect(calls.value == 9 * rounds)
      }

      @Test("a delivery of the bus that awaits its handlers counts")
      func deliver() async throws {
        let bus = EventBus(name: "delivering bus")
        bus.subscribe(Ping.self) { _ in }
        bus.subscribe(Ping.self) { _ in }
        for _ in 0..<4 { try await bus.deliver(Ping()) }
        let tally = try Look().events("delivering bus")
        #expect((tally.sends, tally.deliveries) == (4, 8))
      }

      @Test("R6 sends of several threads to one subject lose no count")
      func threads() throws {
        let subject = PublishSubject<Int, Never>(name: "contended subject")
        let list = UnguardedList()
        subject.subscribe { list.entries.append($0) }
        let rounds = rounds(20_000)
        try onThreads(Array(repeating: { for number in 0..<rounds { subject.send(number) } }, count: 3))
        let tally = try Look().registry("contended subject")
        #expect((tally.sends, tally.deliveries) == (UInt64(3 * rounds), UInt64(3 * rounds)))
        #expect(list.entries.count == 3 * rounds)
        #expect(tally.waiting == 0)
      }

      @Test("what waits in a queue, for a handler elsewhere, and for a reader is counted until it is taken")
      func waiting() async throws {
        let subject = PublishSubject<Int, Never>(name: "waited for")
        let seen = Journal<Int>()
        subject.subscribe { value in
          if value != 0 { return }
          for next in 1...5 { subject.send(next) }
          seen.add((try? Look().registry("waited for").waiting) ?? -1)
        }
        subject.send(0)
        #expect(seen.entries == [5])
        #expect(try Look().registry("waited for").waiting == 0)

        let scheduler = Scheduler.queue(label: "held up")
        let gate = Gate()
        scheduler.perform { gate.wait() }
        let line = #line + 1
        subject.deliver(on: scheduler).subscribe { _ in }
        for value in 10..<14 { subject.send(value) }
        #expect(Look().subscriptions(at: line).filter { !$0.isIndirect }.map(\.waiting) == [4])
        gate.open()
        yieldUntil { Look().subscriptions(at: line).filter { !$0.isIndirect }.map(\.waiting) == [0] }

        var reader = subject.values(buffering: .unbounded).makeAsyncIterator()
        let readerLine = #line - 1
        for value in 20..<23 { subject.send(value) }
        #expect(Look().subscriptions(at: readerLine).map(\.waiting).max() == 3)
        #expect(await reader.next() == 20)
        #expect(Look().subscriptions(at: readerLine).map(\.waiting).max() == 0)
      }

      @Test("events in the queue of a bus's handler are counted until they are handled")
      func busQueue() throws {
        let bus = EventBus(name: "queueing bus")
        let scheduler = Scheduler.queue(label: "held up")
        let gate = Gate()
        scheduler.perform { gate.wait() }
        let line = #line + 1
        bus.subscribe(Ping.self, on: scheduler) { _ in }
        for _ in 0..<3 { bus.dispatch(Ping()) }
        #expect(Look().subscriptions(at: line).map(\.waiting) == [3])
        gate.open()
        yieldUntil { Look().subscriptions(at: line).map(\.waiting) == [0] }
      }

      @Test("a subscription tells its owner's class, and whether the owner is gone; a lifetime leaves none behind")
      func owners() throws {
        let subject = PublishSubject<Int, Never>(name: "owned")
        var plain: PlainOwner? = PlainOwner()
        var living: LivingOwner? = LivingOwner()
        let line = #line + 1
        subject.subscribe(owner: try #require(plain)) { _, _ in }
        subject.subscribe(owner: try #require(living)) { _, _ in }
        func owned(at line: Int) -> [SubscriptionTally] { Look().subscriptions(at: line).filter { $0.owner != nil } }
        #expect(owned(at: line).map { "\($0.owner!)" } == ["PlainOwner"])
        #expect(owned(at: line + 1).map { "\($0.owner!)" } == ["LivingOwner"])
        #expect(!owned(at: line)[0].isOwnerGone)
        (plain, living) = (nil, nil)
        #expect(owned(at: line).map(\.isOwnerGone) == [true])
        #expect(Look().subscriptions(at: line + 1).isEmpty)
        subject.send(1)
        #expect(Look().subscriptions(at: line).isEmpty)
        withExtendedLifetime((plain, living)) {}
      }

      @Test("what is gone disappears, and a look keeps nothing alive")
      func gone() throws {
        let population = Population()
        var subject: PublishSubject<Int, Never>? = PublishSubject(name: "short-lived")
        let member = population.member()
        let line = #line + 1
        let handle = subject?.subscribe { _ in withExtendedLifetime(member) {} }
        #expect(try Look().registry("short-lived").subscribers == 1)
        subject = nil
        #expect(Look().subscriptions(at: line).isEmpty)
        #expect(population.count == 1)
        withExtendedLifetime((handle, subject)) {}
      }

      @Test("R10 looks beside threads that make and release everything find no freed memory")
      func race() throws {
        let rounds = rounds(4000)
        let done = Counter()
        let churn: @Sendable () -> Void = {
          for number in 0..<rounds {
            let subject = PublishSubject<Int, Never>(name: "churned")
            let owner = PlainOwner()
            subject.subscribe(owner: owner) { _, _ in }
            subject.map { $0 + 1 }.subscribe { _ in }
            subject.send(number)
          }
          done.increment()
        }
        try onThreads([
          churn, churn,
          {
            while done.value < 2 {
              for place in Look().subscriptions where place.owner != nil { _ = "\(place.owner!)" }
            }
          },
        ])
        #expect(!Look().registries.contains { Names(showsValues: true).label($0.label, madeIn: 0).name == "churned" })
      }
    }
  }
#endif

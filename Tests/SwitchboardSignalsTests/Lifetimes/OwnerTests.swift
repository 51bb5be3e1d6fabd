import Switchboard
import SwitchboardTestSupport
import Testing

/// An owner with a lifetime.
final class Player: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let journal = Journal()
  private let onDeinit: (@Sendable (Player) -> Void)?

  init(onDeinit: (@Sendable (Player) -> Void)? = nil) { self.onDeinit = onDeinit }

  deinit { onDeinit?(self) }
}

/// An owner without a lifetime, so the library is not told when it is deallocated.
final class Stranger: Sendable {
  let journal = Journal()
  private let onDeinit: (@Sendable (Stranger) -> Void)?

  init(onDeinit: (@Sendable (Stranger) -> Void)? = nil) { self.onDeinit = onDeinit }

  deinit { onDeinit?(self) }
}

@Suite("Owners with a lifetime")
struct OwnerTests {
  /// The ways from a subject to an owner: directly, and through a chain of operators.
  enum Way: CaseIterable, Sendable {
    case direct, operators, replay

    typealias Subscribe =
      @Sendable (Player, Population.Member?, @escaping @Sendable (Player, Event<Int>) -> Void) -> Subscription

    func callAsFunction() -> (AnySubject.Instance, Subscribe) {
      switch self {
      case .direct:
        let subject = PublishSubject<Int, Fault>()
        return (
          subject,
          { owner, member, handle in
            subject.subscribe(
              owner: owner,
              onNext: { [member] owner, value in withExtendedLifetime(member) { handle(owner, .value(value)) } },
              onError: { handle($0, .error($1)) }, onCompleted: { handle($0, .completed) })
          }
        )
      case .operators, .replay:
        let subject: AnySubject.Instance = self == .replay ? ReplaySubject<Int, Fault>(capacity: 0) : PublishSubject()
        return (
          subject,
          { [signal = subject.map { $0 }.filter { _ in true }] owner, member, handle in
            signal.subscribe(
              owner: owner,
              onNext: { [member] owner, value in withExtendedLifetime(member) { handle(owner, .value(value)) } },
              onError: { handle($0, .error($1)) }, onCompleted: { handle($0, .completed) })
          }
        )
      }
    }
  }

  @Test("the handlers get the owner", arguments: Way.allCases, [Event<Int>.completed, .error(.first)])
  func handlers(way: Way, end: Event<Int>) {
    let (subject, subscribe) = way()
    let player = Player()
    let subscription = subscribe(player, nil) { $0.journal.add("\($1)") }
    subject.play([1, end, 2])
    #expect(player.journal.entries == ["value(1)", "\(end)"])
    #expect(subscription.isDisposed)
    #expect(player.lifetime.members.count == 0)
    #expect(player.lifetime.members.capacity <= 16)
  }

  @Test("the owner's deallocation ends the subscription before the last release returns", arguments: Way.allCases)
  func death(way: Way) {
    let (subject, subscribe) = way()
    let population = Population()
    let calls = Counter()
    let held = Guarded<Player?>(Player())
    let subscription = subscribe(held.current!, population.member()) { _, _ in calls.increment() }
    weak let weakly = held.current
    subject.play([1])
    held.set(nil)
    let isDead = weakly == nil
    #expect(isDead)
    #expect(subscription.isDisposed)
    #expect(population.count == 0)
    #expect(subject.census.count == 0)
    subject.play([2, .completed])
    #expect(calls.value == 1)
  }

  @Test("an owner that is deallocated inside its handler gets no further value", arguments: Way.allCases)
  func deathInside(way: Way) {
    let (subject, subscribe) = way()
    let calls = Counter()
    let held = Guarded<Player?>(Player())
    let subscription = subscribe(held.current!, nil) { _, event in
      calls.increment()
      held.set(nil)
      if event == 1 { subject.play([2, .completed]) }
    }
    subject.play([1])
    #expect(calls.value == 1)
    #expect(subscription.isDisposed)
    #expect(subject.census.count == 0)
  }

  @Test("a subscription that ends first leaves the lifetime immediately", arguments: Way.allCases)
  func leaves(way: Way) {
    let (subject, subscribe) = way()
    let player = Player()
    let stays = subscribe(player, nil) { _, _ in }
    for _ in 0..<1_000 { subscribe(player, nil) { _, _ in }.dispose() }
    #expect(player.lifetime.members.capacity <= 16)
    #expect(player.lifetime.members.count == 1)
    #expect(subject.census.count == 1)
    #expect(!stays.isDisposed)
  }

  @Test("subscribing during the deallocation of the owner subscribes to nothing", arguments: Way.allCases)
  func goingAway(way: Way) {
    let (subject, subscribe) = way()
    let subscription = Guarded<(Subscription, isDisposed: Bool, count: Int)?>(nil)
    do {
      _ = Player { player in
        let new = subscribe(player, nil) { _, _ in }
        subscription.set((new, new.isDisposed, subject.census.count))
      }
    }
    #expect(subscription.current?.isDisposed == true)
    #expect(subscription.current?.count == 0)
    #expect(subject.census.count == 0)
  }

  @Test("a lifetime ends its members once; members added after its end are ended immediately")
  func lifetime() {
    let journal = Journal()
    let members = { () -> CompositeDisposable in
      let lifetime = Lifetime()
      lifetime.add(ActionDisposable(journal.adding("first")))
      lifetime.add(ActionDisposable(journal.adding("second")))
      #expect(!lifetime.members.isDisposed)
      return lifetime.members
    }()
    #expect(journal.entries == ["first", "second"])
    #expect(members.isDisposed)
    members.add(ActionDisposable(journal.adding("late")))
    #expect(journal.entries == ["first", "second", "late"])
  }
}

import Switchboard
import SwitchboardTestSupport
import Testing

/// An owner that subscribes in its deinit.
private final class Parting: Sendable {
  let onDeinit: @Sendable (Parting) -> Void
  init(_ onDeinit: @escaping @Sendable (Parting) -> Void) { self.onDeinit = onDeinit }
  deinit { onDeinit(self) }
}

private final class PartingWithLifetime: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let onDeinit: @Sendable (PartingWithLifetime) -> Void
  init(_ onDeinit: @escaping @Sendable (PartingWithLifetime) -> Void) { self.onDeinit = onDeinit }
  deinit { onDeinit(self) }
}

@Suite("A subscriber that ends during its subscribe call")
struct JoinTests {
  @Test("A handler that ends its subscription during a replay after the end keeps its captures until it returns")
  func releaseInReplay() {
    let population = Population()
    let seen = Journal<Int>()
    let subject = ReplaySubject<Int, Never>()
    subject.send(1)
    subject.send(2)
    subject.sendCompleted()
    let bag = CompositeDisposable()
    subject.subscribe(
      into: bag,
      onNext: { [member = population.member()] _ in
        bag.dispose()
        seen.add(population.count)
        withExtendedLifetime(member) {}
      })
    #expect(seen.entries == [1])
    #expect(population.count == 0)
  }

  @Test("An operator that ends its chain during a replay after the end keeps the objects that it still uses")
  func operatorInReplay() {
    let population = Population()
    let seen = Journal<Int>()
    let subject = BehaviorSubject<Int, Never>(1)
    subject.sendCompleted()
    let bag = CompositeDisposable()
    let member = Guarded<Population.Member?>(population.member())
    subject
      .map { [held = member.with { $0 }] value in withExtendedLifetime(held) { value } }
      .do { _ in member.with { $0 = nil } }
      .take(1)
      .subscribe(
        into: bag, onNext: { _ in bag.dispose() }, onCompleted: { seen.add(-1) })
    #expect(seen.entries.isEmpty)
    #expect(population.count == 0)
  }

  @Test("A subscription into a disposed bag takes no place in the registry")
  func disposedBag() {
    let population = Population()
    let bag = CompositeDisposable()
    bag.dispose()
    let subject = PublishSubject<Int, Never>()
    let subscription = subject.subscribe(
      into: bag, onNext: { [member = population.member()] _ in _ = member })
    #expect(subscription.isDisposed)
    #expect(subject.census.count == 0)
    #expect(population.count == 0)
  }

  @Test("A subscription into a disposed bag does not get an end that is being delivered")
  func disposedBagDuringEnd() {
    let seen = Journal<String>()
    let bag = CompositeDisposable()
    bag.dispose()
    let subject = PublishSubject<Int, Never>()
    subject.subscribe(onCompleted: { [weak subject] in
      subject?.subscribe(into: bag, onCompleted: { seen.add("late") })
    })
    subject.sendCompleted()
    #expect(seen.entries.isEmpty)
    #expect(subject.census.count == 0)
  }

  @Test("A subject whose source has ended its chain takes no place in the registry")
  func chainEndedUpstream() {
    let subject = PublishSubject<Int, Never>()
    // The bag is disposed in the course of subscribing, after the check with which subscribing begins.
    let bag = CompositeDisposable()
    Signal<Int, Never>.deferred {
      bag.dispose()
      return subject
    }.subscribe(into: bag)
    #expect(subject.census.count == 0)
  }

  @Test("When a producer subscribes its observer to a subject, that subscription ends with the signal's subscription")
  func observerHandedOn() {
    let subject = PublishSubject<Int, Never>()
    let signal = Signal<Int, Never> { observer in
      subject.subscribe(observer)
      return nil
    }
    let subscription = signal.subscribe(onNext: { _ in })
    #expect(subject.census.count == 1)
    subscription.dispose()
    #expect(subject.census.count == 0)
  }

  @Test("An owner that is being deallocated gets no subscription")
  func dyingOwner() {
    let subject = PublishSubject<Int, Never>()
    let journal = Journal<String>()
    _ = Parting { owner in
      let first = subject.subscribe(owner: owner, onNext: { _, _ in journal.add("value") })
      let second = subject.map { $0 }.subscribe(owner: owner, onNext: { _, _ in journal.add("value") })
      journal.add("\(first.isDisposed) \(second.isDisposed)")
    }
    #expect(journal.entries == ["true true"])
    subject.send(1)
    #expect(journal.entries == ["true true"])
    #expect(subject.census.count == 0)
  }

  @Test("An owner with a lifetime that is being deallocated gets no subscription")
  func dyingLifetimeOwner() {
    let subject = PublishSubject<Int, Never>()
    let journal = Journal<String>()
    _ = PartingWithLifetime { owner in
      let first = subject.subscribe(owner: owner, onNext: { _, _ in journal.add("value") })
      let second = subject.map { $0 }.subscribe(owner: owner, onNext: { _, _ in journal.add("value") })
      journal.add("\(first.isDisposed) \(second.isDisposed)")
      subject.send(1)
    }
    #expect(journal.entries == ["true true"])
    #expect(subject.census.count == 0)
  }

  @Test(
    "A source deallocated without a terminal event ends the chains behind it",
    arguments: ["map", "concat", "catch", "take(until:)"])
  func sourceDies(name: String) {
    let journal = Journal<String>()
    var subject: PublishSubject<Int, Never>? = PublishSubject()
    func chained(_ source: Signal<Int, Never>) -> Signal<Int, Never> {
      switch name {
      case "concat": source.concat(Signal.just(1))
      case "catch": source.catch { (_: Never) -> Signal<Int, Never> in }
      case "take(until:)": source.take(until: Signal<Int, Never>.never())
      default: source.map { $0 }
      }
    }
    let subscription = chained(subject!.signal).do(onDispose: { journal.add("hook") }).subscribe(onNext: { _ in })
    subject = nil
    #expect(subscription.isDisposed)
    #expect(journal.entries == ["hook"])
  }
}

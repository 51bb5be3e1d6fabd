import Switchboard
import SwitchboardTestSupport
import Testing

/// Tests of bad input. Input that data can cause has a defined, quiet effect. Input that only code can cause traps, and
/// the message says what to do.
@Suite("Misuse")
struct SubjectMisuseTests {
  @Test("subscribed into a disposed bag, a subscription takes no place in the registry", arguments: AnySubject.allCases)
  func disposedBag(kind: AnySubject) {
    let subject = kind()
    let population = Population()
    let bag = CompositeDisposable()
    bag.dispose()
    let subscription = { [member = population.member()] in
      subject.subscribe(into: bag, onNext: { [member] _ in withExtendedLifetime(member) {} })
    }()
    #expect(subscription.isDisposed)
    #expect(subject.census.count == 0)
    #expect(population.count == 0)
    // A publish subject has a shorter way of subscribing.
    let publish = PublishSubject<Int, Fault>()
    let direct = publish.subscribe(into: bag) { _ in }
    #expect(direct.isDisposed)
    #expect(publish.census.count == 0)
    publish.sendCompleted()
    #expect(publish.subscribe(into: bag, onCompleted: { Issue.record("called") }).isDisposed)
  }

  @Test("the same during a delivery", arguments: AnySubject.allCases)
  func disposedBagInside(kind: AnySubject) {
    let subject = kind()
    let publish = PublishSubject<Int, Fault>()
    let bag = CompositeDisposable()
    bag.dispose()
    _ = subject.record { [unowned subject] _ in _ = subject.subscribe(into: bag) }
    publish.subscribe(onNext: { [weak publish] _ in publish?.subscribe(into: bag) })
    subject.play([1, 2])
    publish.play([1, 2])
    #expect(subject.census.count == 1)
    #expect(publish.census.count == 1)
  }

  @Test("dispose again and again, before, inside and after a delivery", arguments: AnySubject.allCases)
  func disposeTwice(kind: AnySubject) {
    let subject = kind()
    let held = Guarded<Subscription?>(nil)
    let subscription = subject.subscribe(onNext: { _ in for _ in 0..<3 { held.current?.dispose() } })
    held.set(subscription)
    subject.play([1, 2])
    for _ in 0..<3 { subscription.dispose() }
    #expect(subscription.isDisposed)
    #expect(subject.census.count == 0)
    held.set(nil)
    subject.play([.completed])
    subscription.dispose()
  }

  @Test("a handle outlives its subject", arguments: AnySubject.allCases)
  func handleOutlives(kind: AnySubject) {
    let population = Population()
    let subscriptions = { () -> [Subscription] in
      let (subject, member) = (kind(), population.member())
      let handler = { @Sendable [member] (_: Int) in withExtendedLifetime(member) {} }
      return [subject.subscribe(onNext: handler), subject.map { $0 }.subscribe(onNext: handler)]
    }()
    #expect(population.count == 0)
    for subscription in subscriptions {
      #expect(subscription.isDisposed)
      subscription.dispose()
    }
  }

  @Test("the registry shrinks", arguments: AnySubject.allCases)
  func shrinks(kind: AnySubject) {
    let subject = kind()
    let subscriptions = (0..<1_000).map { _ in subject.subscribe() }
    #expect(subject.census.count == 1_000)
    for subscription in subscriptions { subscription.dispose() }
    #expect(subject.census.count == 0)
    #expect(subject.census.capacity <= 4 + 16)
  }

  @Test("a negative count traps with a message")
  func take() async {
    let take = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().take(-1)
    }
    #expect(take?.says("cannot take a negative number") == true)
    let skip = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().skip(-1)
    }
    #expect(skip?.says("cannot skip a negative number") == true)
    let replay = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ReplaySubject<Int, Never>(capacity: -1)
    }
    #expect(replay?.says("negative number of values") == true)
  }
}

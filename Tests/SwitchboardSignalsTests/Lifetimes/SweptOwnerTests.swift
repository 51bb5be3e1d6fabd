import Switchboard
import SwitchboardTestSupport
import Testing

@testable import SwitchboardSignals

/// Tests of owners without a lifetime. The library is not told when such an owner is deallocated, and finds the owner's
/// subscriptions later, by a sweep.
///
/// Tests that run at the same time sweep too, and a sweep retains each owner for a moment. These tests therefore wait
/// for a deallocation before they go on.
@Suite("Owners without a lifetime")
struct SweptOwnerTests {
  @Test("the handlers get the owner")
  func handlers() {
    for end in [Event<Int>.completed, .error(.first)] {
      let subject = PublishSubject<Int, Fault>()
      let stranger = Stranger()
      subject.subscribe(
        owner: stranger, onNext: { $0.journal.add("\($1)") }, onError: { $0.journal.add("\($1)") },
        onCompleted: { $0.journal.add("completed") })
      subject.play([1, end, 2])
      #expect(stranger.journal.entries == ["1", end == .completed ? "completed" : "first"])
    }
  }

  @Test("the subscription does not keep the owner, and ends at the next value")
  func nextValue() {
    let subject = PublishSubject<Int, Fault>()
    let population = Population()
    let journal = Journal()
    let subscription = { () -> Subscription in
      let (stranger, member) = (Stranger { _ in journal.add("died") }, population.member())
      return subject.map { $0 }.subscribe(
        owner: stranger, onNext: { [member] _, _ in withExtendedLifetime(member) { journal.add("value") } })
    }()
    yieldUntil { journal.entries == ["died"] }
    #expect(population.count == 1 || subscription.isDisposed)
    subject.send(1)
    #expect(subscription.isDisposed)
    // The sweep of another test may be disposing of the subscription: it is disposed, and its handler not yet freed.
    yieldUntil { population.count == 0 }
    #expect(journal.entries == ["died"])
  }

  @Test("the subscription ends at the census of any subject")
  func census() {
    for kind in AnySubject.allCases {
      let subject = kind()
      do { _ = subject.subscribe(owner: Stranger(), onNext: { _, _ in }) }
      yieldUntil { subject.census.count == 0 }
    }
  }

  @Test("the census of a subject without subscribers does not look at the owners of the process")
  func emptyCensus() {
    let (deaths, ends) = (Counter(), Counter())
    let subject = PublishSubject<Int, Fault>()
    // An owner that the sweep of another test, or of the next subscription, finds is no proof: so many rounds.
    var unswept = 0
    for _ in 0..<100 {
      let before = deaths.value
      do {
        _ = subject.do(onDispose: { ends.increment() })
          .subscribe(owner: Stranger { _ in deaths.increment() }, onNext: { _, _ in })
      }
      yieldUntil { deaths.value > before }
      let ended = ends.value
      for kind in AnySubject.allCases { #expect(kind().census.count == 0) }
      if ends.value == ended { unswept += 1 }
    }
    #expect(unswept > 0)
    yieldUntil { subject.census.count == 0 }
    #expect(ends.value == 100)
  }

  @Test("after a burst of owners their list frees its memory")
  func capacity() {
    let (chains, stranger) = (SweptChains(), Stranger())
    let burst = (0..<10_000).map { _ in Chain() }
    for chain in burst { chains.add(chain, stranger) }
    #expect(chains.capacity >= 10_000)
    for chain in burst.dropFirst(3) { chain.dispose() }
    chains.sweep()
    #expect((3..<100).contains(chains.capacity))
    for chain in burst { chain.dispose() }
    chains.sweep()
    #expect(chains.capacity < 100)
  }

  @Test("a terminal event after the owner's deallocation calls no handler")
  func end() {
    let calls = Counter()
    let subject = PublishSubject<Int, Fault>()
    let deaths = Counter()
    do {
      _ = subject.subscribe(
        owner: Stranger { _ in deaths.increment() }, onNext: { _, _ in calls.increment() },
        onCompleted: { _ in calls.increment() })
    }
    yieldUntil { deaths.value == 1 }
    subject.sendCompleted()
    #expect(calls.value == 0)
  }

  @Test("ten thousand owners leave few entries behind, also without a value or a census")
  func bounded() {
    let population = Population()
    let subject = PublishSubject<Int, Fault>()
    var most = 0
    for _ in 0..<10_000 {
      let member = population.member()
      subject.subscribe(owner: Stranger(), onNext: { [member] _, _ in withExtendedLifetime(member) {} })
      most = max(most, population.count)
    }
    // The bound is loose, because tests that run at the same time have live owners too.
    #expect(most < 1_000)
    yieldUntil { subject.census.count == 0 && population.count == 0 }
  }

  @Test("subscribing during the deallocation of the owner subscribes to nothing")
  func goingAway() {
    let starts = Counter()
    let isDisposed = Guarded(false)
    do {
      _ = Stranger { stranger in
        let subscription = Signal<Int, Fault>.never().do(onSubscribe: { starts.increment() })
          .subscribe(owner: stranger, onNext: { _, _ in })
        isDisposed.set(subscription.isDisposed)
      }
    }
    #expect(isDisposed.current)
    #expect(starts.value == 0)
  }

  @Test("an owner whose last release happens in its handler")
  func deathInside() {
    let subject = PublishSubject<Int, Fault>()
    let calls = Counter()
    let deaths = Counter()
    let held = Guarded<Stranger?>(Stranger { _ in deaths.increment() })
    subject.subscribe(
      owner: held.current!,
      onNext: { _, _ in
        calls.increment()
        held.set(nil)
      })
    subject.send(1)
    yieldUntil { deaths.value == 1 }
    subject.play([2, 3])
    #expect(calls.value == 1)
    yieldUntil { subject.census.count == 0 }
  }
}

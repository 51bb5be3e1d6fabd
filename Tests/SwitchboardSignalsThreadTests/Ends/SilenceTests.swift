import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("R3 Silence after dispose, from another thread")
struct SilenceTests {
  @Test("After dispose() at most the one call that had begun still runs", arguments: Shape.allCases)
  func atMostOneLateCall(shape: Shape) throws {
    for _ in 0..<rounds(150) {
      let source = PublishSubject<Int, Never>()
      let (calls, callsAtDispose) = (Counter(), Guarded(0))
      let subscription = shape.signal(source).subscribe(onNext: { _ in calls.increment() })
      try onThreads([
        { for value in 0..<60 { source.send(value) } },
        {
          subscription.dispose()
          callsAtDispose.with { $0 = calls.value }
        },
      ])
      #expect(calls.value - callsAtDispose.with { $0 } <= 1)
      #expect(source.census.count == 0)
    }
  }

  @Test("A handler's captures are released when senders and disposers have ended", arguments: Shape.allCases)
  func captures(shape: Shape) throws {
    let population = Population()
    for round in 0..<rounds(150) {
      let source = PublishSubject<Int, Never>()
      let subscriptions = (0..<4).map { _ in
        shape.signal(source).subscribe(
          onNext: { [member = population.member()] _ in withExtendedLifetime(member) {} },
          onCompleted: { [member = population.member()] in withExtendedLifetime(member) {} })
      }
      try onThreads([
        {
          for value in 0..<20 { source.send(value) }
          if round.isMultiple(of: 3) { source.sendCompleted() }
        },
        { for subscription in subscriptions { subscription.dispose() } },
        { for subscription in subscriptions.reversed() { subscription.dispose() } },
      ])
      #expect(population.count == 0)
    }
  }

  @Test("The deallocation of a subject races with disposal", arguments: Shape.allCases)
  func subjectDies(shape: Shape) throws {
    let population = Population()
    for _ in 0..<rounds(200) {
      let disposals = Counter()
      let box = Guarded<PublishSubject<Int, Never>?>(PublishSubject())
      let subscriptions = (0..<4).compactMap { _ in
        box.with { $0 }.map { source in
          shape.signal(source).do(onDispose: { disposals.increment() }).subscribe(
            onNext: { [member = population.member()] _ in withExtendedLifetime(member) {} })
        }
      }
      try onThreads([
        { box.with { $0?.send(1) } },
        { box.with { $0 = nil } },
        { for subscription in subscriptions { subscription.dispose() } },
      ])
      #expect(disposals.value == 4)
      #expect(population.count == 0)
    }
  }

  @Test("A subscriber that joins while others dispose and the subject ends gets the end at most once")
  func subscribeDisposeEnd() throws {
    let population = Population()
    for _ in 0..<rounds(200) {
      for kind in SubjectKind.allCases {
        let (subject, twice) = (kind.subject(), Counter())
        let come: @Sendable () -> Void = {
          for _ in 0..<5 {
            let (bag, ends) = (CompositeDisposable(), Counter())
            subject.signal.subscribe(
              into: bag, onNext: { [member = population.member()] _ in withExtendedLifetime(member) {} },
              onCompleted: { if ends.increment() > 1 { twice.increment() } })
            bag.dispose()
          }
        }
        try onThreads([
          come, come,
          {
            for value in 0..<5 { subject.send(value) }
            subject.sendCompleted()
          },
        ])
        #expect(twice.value == 0)
        #expect(subject.census.count == 0)
        #expect(population.count == 0)
      }
    }
  }
}

import Foundation
import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("R4 Deadlock shapes: two threads and two subjects")
struct CrossingTests {
  @Test("Two threads send to two subjects whose handlers send to the other subject", arguments: SubjectKind.allCases)
  func crossing(kind: SubjectKind) throws {
    let (left, right) = (kind.subject(), kind.subject())
    let heard = Counter()
    // The subjects bounce each value as often as the value says.
    left.subscribe { value in
      heard.increment()
      if value > 0 { right.send(value - 1) }
    }
    right.subscribe { value in
      heard.increment()
      if value > 0 { left.send(value - 1) }
    }
    let before = heard.value
    let sends = rounds(2000)
    try onThreads([
      { for _ in 0..<sends { left.send(3) } },
      { for _ in 0..<sends { right.send(3) } },
    ])
    // No delivery is in progress any more, and no queue holds a value.
    #expect(heard.value - before == 2 * sends * 4)
    // Ends the subjects, because their handlers hold each other.
    left.sendCompleted()
    right.sendCompleted()
  }

  @Test("A handler subscribes to its subject and to the other subject, on two threads", arguments: SubjectKind.allCases)
  func replayInsideHandler(kind: SubjectKind) throws {
    let (left, right) = (kind.subject(), kind.subject())
    let replayed = Counter()
    for (mine, other) in [(left, right), (right, left)] {
      mine.subscribe { _ in
        for subject in [mine, other] {
          let token = Token()
          token.hold(subject.subscribe { _ in replayed.increment() })
          token.dispose()
          let bag = CompositeDisposable()
          subject.signal.subscribe(
            into: bag,
            onNext: { _ in
              replayed.increment()
              bag.dispose()
            })
        }
      }
    }
    let sends = rounds(200)
    try onThreads([
      { for value in 0..<sends { left.send(value) } },
      { for value in 0..<sends { right.send(value) } },
    ])
    left.sendCompleted()
    right.sendCompleted()
    #expect(left.census.count == 0)
    #expect(right.census.count == 0)
  }

  @Test("A bag is disposed by a handler while another thread adds to it")
  func bagInHandler() throws {
    for _ in 0..<rounds(300) {
      let subject = PublishSubject<Int, Never>()
      let bag = CompositeDisposable()
      subject.subscribe(into: bag, onNext: { _ in bag.dispose() })
      try onThreads([
        { subject.send(1) },
        { for _ in 0..<20 { subject.map { $0 }.subscribe(into: bag, onNext: { _ in bag.dispose() }) } },
        { for _ in 0..<20 { bag.add(ActionDisposable { subject.send(2) }) } },
      ])
      #expect(bag.count == 0)
      #expect(subject.census.count == 0)
    }
  }

  @Test("The deinit of a handler's captures sends, subscribes and disposes", arguments: SubjectKind.allCases)
  func userCodeInDeinit(kind: SubjectKind) throws {
    let population = Population()
    let subject = kind.subject()
    let bag = CompositeDisposable()
    subject.subscribe { _ in }
    let make: @Sendable (Int) -> any Disposable = { value in
      let member = population.member {
        subject.send(value)
        subject.subscribe { _ in }.dispose()
        bag.add(subject.subscribe { _ in })
        _ = subject.census
      }
      return subject.subscribe { _ in withExtendedLifetime(member) {} }
    }
    let count = rounds(300)
    try onThreads([
      { for value in 0..<count { make(value).dispose() } },
      { for value in 0..<count { make(value).dispose() } },
      { for value in 0..<count { subject.send(value) } },
    ])
    bag.dispose()
    #expect(population.count == 0)
    #expect(subject.census.count == 1)
  }
}

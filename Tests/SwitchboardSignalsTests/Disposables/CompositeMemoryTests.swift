import Switchboard
import SwitchboardTestSupport
import Testing

/// Tests that a bag's memory follows the number of its members.
@Suite("CompositeDisposable: memory")
struct CompositeMemoryTests {
  static func isLawful(_ bag: CompositeDisposable) -> Bool { bag.capacity <= 4 * bag.count + 16 }

  enum Order: CaseIterable, Sendable { case firstIn, lastIn, everyOther }

  @Test("a bag shrinks as its members end, in any order", arguments: Order.allCases)
  func shrinks(order: Order) {
    let bag = CompositeDisposable()
    var members = (0..<1_000).map { _ in ActionDisposable {} }
    for member in members {
      bag.add(member)
      #expect(Self.isLawful(bag))
    }
    switch order {
    case .firstIn: break
    case .lastIn: members.reverse()
    case .everyOther: members = members.enumerated().sorted { ($0.0 % 2, $0.0) < ($1.0 % 2, $1.0) }.map { $0.1 }
    }
    for (ended, member) in members.enumerated() {
      if ended % 3 == 0 { bag.remove(member) } else { member.dispose() }
      #expect(bag.count == 999 - ended)
      #expect(Self.isLawful(bag))
    }
  }

  @Test("a hundred thousand members join and leave without growth")
  func comeAndGo() {
    let bag = CompositeDisposable()
    for _ in 0..<100_000 {
      let member = ActionDisposable {}
      bag.add(member)
      member.dispose()
      if bag.capacity > 16 {
        Issue.record("capacity \(bag.capacity)")
        return
      }
    }
    #expect(bag.count == 0)
  }

  @Test("subscriptions join and leave without growth")
  func subscriptions() {
    let bag = CompositeDisposable()
    let subject = PublishSubject<Int, Never>()
    for value in 0..<10_000 {
      subject.take(1).subscribe(into: bag)
      subject.subscribe(into: bag).dispose()
      subject.send(value)
    }
    #expect(bag.count == 0)
    #expect(bag.capacity <= 16)
    #expect(subject.census.count == 0)
  }

  @Test("foreign members that end join and leave without growth")
  func foreign() {
    let bag = CompositeDisposable()
    for _ in 0..<100_000 {
      let member = ForeignDisposable()
      bag.add(member)
      member.dispose()
    }
    #expect(bag.capacity <= 64)
    #expect(bag.count == 0)
    #expect(Self.isLawful(bag))
  }

  @Test("foreign members that end together leave no memory behind after the bag's clean-up")
  func foreignBurst() {
    let population = Population()
    let bag = CompositeDisposable()
    let members = (0..<1_000).map { [member = population.member()] _ in
      ForeignDisposable { withExtendedLifetime(member) {} }
    }
    for member in members { bag.add(member) }
    #expect(bag.count == 1_000)
    for member in members { member.dispose() }
    #expect(bag.count == 0)
    #expect(Self.isLawful(bag))
  }

  @Test("R4: a bag holds no lock while it asks a foreign member whether it has ended", arguments: [false, true])
  func askedWithoutLock(isScoped: Bool) throws {
    let asked = try watched {
      let (bag, asked, isAsking) = (CompositeDisposable(), Counter(), Guarded(false))
      let member = AskedDisposable { [weak bag] in
        let isNested = isAsking.with { isAsking in
          defer { isAsking = true }
          return isAsking
        }
        if isNested { return }
        asked.increment()
        // Both calls need the lock of the bag.
        let other = ActionDisposable {}
        bag?.add(other)
        bag?.remove(other)
        isAsking.set(false)
      }
      if isScoped { bag.add(member.scoped) } else { bag.add(member) }
      for _ in 0..<100 { bag.add(ActionDisposable {}) }
      _ = bag.count
      member.end()
      return (asked.value, bag.count)
    }
    #expect(asked.0 > 2)
    #expect(asked.1 == 100)
  }

  @Test("a foreign member ends with the bag, and can be removed")
  func foreignEnds() {
    let bag = CompositeDisposable()
    let (first, second) = (ForeignDisposable(), ForeignDisposable())
    bag.add(first)
    bag.add(second)
    bag.remove(first)
    bag.dispose()
    #expect(!first.isDisposed)
    #expect(second.isDisposed)
  }
}

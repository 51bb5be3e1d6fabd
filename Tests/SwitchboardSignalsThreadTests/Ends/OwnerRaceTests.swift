import Switchboard
import SwitchboardTestSupport
import Testing

private final class Owner: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let member: Population.Member
  init(_ population: Population) { member = population.member() }
}

/// An owner without a lifetime, so the library is not told when it is deallocated.
private final class PlainOwner: Sendable {
  let member: Population.Member
  init(_ population: Population) { member = population.member() }
}

@Suite("R9 and R10 Owners deallocated on one thread while another sends")
struct OwnerRaceTests {
  @Test("An owner is deallocated while its subject sends", arguments: SubjectKind.allCases)
  func deathDuringSends(kind: SubjectKind) throws {
    let (population, subject) = (Population(), kind.subject())
    let captures = Population()
    let live: @Sendable () -> Void = {
      for _ in 0..<rounds(400) {
        let owner = Owner(population)
        subject.signal.subscribe(
          owner: owner, onNext: { [member = captures.member()] _, _ in withExtendedLifetime(member) {} })
        subject.map { $0 }.merge(with: subject.signal).subscribe(
          owner: owner, onNext: { [member = captures.member()] owner, _ in withExtendedLifetime((owner, member)) {} })
      }
    }
    try onThreads([live, live, { for value in 0..<rounds(4000) { subject.send(value) } }])
    #expect(subject.census.count == 0)
    #expect(population.count == 0)
    #expect(captures.count == 0)
  }

  @Test("An owner without a lifetime is deallocated while its subject sends", arguments: SubjectKind.allCases)
  func plainDeathDuringSends(kind: SubjectKind) throws {
    let (population, subject) = (Population(), kind.subject())
    let live: @Sendable () -> Void = {
      for _ in 0..<rounds(400) {
        let owner = PlainOwner(population)
        subject.signal.subscribe(owner: owner, onNext: { owner, _ in withExtendedLifetime(owner) {} })
      }
    }
    try onThreads([live, live, { for value in 0..<rounds(4000) { subject.send(value) } }])
    // Other tests sweep as well. One of them may be about to end the subscriptions of this test.
    yieldUntil { subject.census.count == 0 }
    #expect(population.count == 0)
  }

  @Test("A lifetime ends while other threads bind to it")
  func lifetimeEnds() throws {
    let captures = Population()
    for _ in 0..<rounds(300) {
      let subject = PublishSubject<Int, Never>()
      let owner = Guarded<Owner?>(Owner(Population()))
      let bind: @Sendable () -> Void = {
        for _ in 0..<10 {
          // Nil once the owner is released. Until then, the owner may be deallocated on this thread.
          guard let owner = owner.with({ $0 }) else { return }
          subject.subscribe(
            owner: owner, onNext: { [member = captures.member()] _, _ in withExtendedLifetime(member) {} })
          subject.filter { _ in true }.subscribe(
            owner: owner, onNext: { [member = captures.member()] _, _ in withExtendedLifetime(member) {} })
        }
      }
      try onThreads([bind, bind, { subject.send(1) }, { owner.with { $0 = nil } }])
      #expect(subject.census.count == 0)
      #expect(captures.count == 0)
    }
  }

  @Test("Subscriptions bound to members of a lifetime that has ended are disposed")
  func membersOutlive() throws {
    for _ in 0..<rounds(300) {
      let (subject, runs) = (PublishSubject<Int, Never>(), Counter())
      let lifetime = Guarded<Lifetime?>(Lifetime())
      let members = try #require(lifetime.with { $0?.members })
      try onThreads([
        { for _ in 0..<20 { subject.subscribe(into: members, onNext: { _ in }) } },
        { for _ in 0..<20 { members.add(ActionDisposable { runs.increment() }) } },
        { lifetime.with { $0 = nil } },
      ])
      #expect(runs.value == 20)
      #expect(subject.census.count == 0)
    }
  }
}

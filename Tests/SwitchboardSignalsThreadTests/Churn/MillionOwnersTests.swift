import Switchboard
import SwitchboardTestSupport
import Testing

private final class Owner: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let member: Population.Member
  init(_ population: Population) { member = population.member() }
}

#if DEBUG
  private let owners = rounds(100_000)
#else
  private let owners = 1_000_000
#endif

@Suite("R10 Owners that come and go leave nothing behind")
struct MillionOwnersTests {
  /// Makes and releases `together` owners at a time on each of two threads, until there have been `owners` of them.
  /// Calls `subscribe` for each owner. Returns how many owners are still alive.
  private func comeAndGo(_ together: Int, _ subscribe: @escaping @Sendable (Owner) -> Void) throws -> Int {
    let population = Population()
    let live: @Sendable () -> Void = {
      for _ in 0..<(owners / 2 / together) {
        let living = (0..<together).map { _ in Owner(population) }
        for owner in living { subscribe(owner) }
        withExtendedLifetime(living) {}
      }
    }
    try onThreads([live, live])
    return population.count
  }

  @Test("On one subject", arguments: SubjectKind.allCases, [1, 1000])
  func subject(kind: SubjectKind, together: Int) throws {
    let (subject, captures) = (kind.subject(), Population())
    let start = subject.census
    let left = try comeAndGo(together) { owner in
      subject.signal.subscribe(
        owner: owner, onNext: { [member = captures.member()] _, _ in withExtendedLifetime(member) {} })
    }
    #expect(left == 0)
    #expect(captures.count == 0)
    #expect(subject.census.count == start.count)
    // A subject that replays keeps the place of its own recorder, and so the smallest block.
    #expect(subject.census.capacity == start.capacity || kind != .publish && subject.census.capacity <= 16)
  }

  @Test("Through the subject's own form of subscribing")
  func direct() throws {
    let (subject, captures) = (PublishSubject<Int, Never>(), Population())
    let start = subject.census
    let left = try comeAndGo(100) { owner in
      subject.subscribe(
        owner: owner, onNext: { [member = captures.member()] _, _ in withExtendedLifetime(member) {} })
    }
    #expect(left == 0)
    #expect(captures.count == 0)
    #expect(subject.census == start)
  }

  @Test("Through chains of operators, while values are sent", arguments: Shape.allCases)
  func chains(shape: Shape) throws {
    let (subject, captures, population) = (PublishSubject<Int, Never>(), Population(), Population())
    let start = subject.census
    let running = Counter()
    let live: @Sendable () -> Void = {
      for _ in 0..<(owners / 40) {
        let living = (0..<10).map { _ in Owner(population) }
        for owner in living {
          shape.signal(subject).subscribe(
            owner: owner, onNext: { [member = captures.member()] _, _ in withExtendedLifetime(member) {} })
        }
      }
      running.increment()
    }
    try onThreads([
      live,
      {
        while running.value == 0 { subject.send(1) }
      },
    ])
    #expect(population.count == 0)
    #expect(captures.count == 0)
    #expect(subject.census == start)
  }
}

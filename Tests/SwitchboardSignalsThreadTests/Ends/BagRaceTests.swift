import Switchboard
import SwitchboardTestSupport
import Testing

/// A disposable class that the library does not know, and that counts how often it was really disposed.
private final class Disposal: Disposable {
  private let flag = ActionDisposable {}
  let times = Counter()

  var isDisposed: Bool { flag.isDisposed }
  func dispose() {
    if !flag.isDisposed { times.increment() }
    flag.dispose()
  }
}

@Suite("R9 and R10 Members of a composite, under threads")
struct BagRaceTests {
  @Test("A member added while the composite is disposed is disposed once")
  func addWhileDisposed() throws {
    for _ in 0..<rounds(300) {
      let (bag, runs) = (CompositeDisposable(), Counter())
      let add: @Sendable () -> Void = { for _ in 0..<20 { bag.add(ActionDisposable { runs.increment() }) } }
      try onThreads([add, add, { bag.dispose() }])
      #expect(runs.value == 40)
      #expect(bag.count == 0)
    }
  }

  @Test("Members that end, are removed, and are moved at the same time: no other member is lost")
  func churn() throws {
    let population = Population()
    for round in 0..<rounds(200) {
      let bag = CompositeDisposable()
      let stayers = (0..<8).map { _ in ActionDisposable {} }
      let removed = (0..<16).map { _ in ActionDisposable {} }
      try onThreads([
        {
          for stayer in stayers {
            bag.add(stayer)
            // The leaver ends immediately, by itself.
            let leaver = ActionDisposable { [member = population.member()] in withExtendedLifetime(member) {} }
            bag.add(leaver)
            leaver.dispose()
          }
        },
        {
          for disposable in removed {
            bag.add(disposable)
            bag.remove(disposable)
          }
        },
        { for disposable in removed { disposable.dispose() } },
        { for _ in 0..<32 { _ = bag.count } },
      ])
      #expect(bag.count == 8, "round \(round)")
      #expect(bag.capacity <= 4 * 8 + 16)
      bag.dispose()
      #expect(stayers.allSatisfy { $0.isDisposed })
      #expect(population.count == 0)
    }
  }

  @Test("A member of two composites ends while both move their members")
  func twoComposites() throws {
    for _ in 0..<rounds(300) {
      let bags = [CompositeDisposable(), CompositeDisposable()]
      let shared = (0..<8).map { _ in ActionDisposable {} }
      let own = bags.map { _ in (0..<8).map { _ in ActionDisposable {} } }
      let fill: @Sendable (Int) -> Void = { index in
        for (shared, own) in zip(shared, own[index]) {
          bags[index].add(shared)
          bags[index].add(own)
        }
      }
      try onThreads([{ fill(0) }, { fill(1) }, { for disposable in shared { disposable.dispose() } }])
      for bag in bags { #expect(bag.count == 8) }
      for bag in bags { bag.dispose() }
      #expect(own.allSatisfy { $0.allSatisfy { $0.isDisposed } })
    }
  }

  @Test("Threads that dispose composites that contain each other finish")
  func circular() throws {
    for _ in 0..<rounds(200) {
      let (first, second) = (CompositeDisposable(), CompositeDisposable())
      try onThreads([
        { for _ in 0..<8 { first.add(second); first.add(ActionDisposable {}) } },
        { for _ in 0..<8 { second.add(first); second.add(ActionDisposable {}) } },
        { first.dispose() },
      ])
      second.dispose()
      #expect(first.count == 0 && second.count == 0)
    }
  }

  @Test("A serial disposable that several threads set and dispose disposes every member, and none twice")
  func serial() throws {
    for _ in 0..<rounds(300) {
      let serial = SerialDisposable()
      let disposals = (0..<24).map { _ in Disposal() }
      try onThreads([
        { for disposal in disposals[..<12] { serial.disposable = disposal } },
        { for disposal in disposals[12...] { serial.disposable = disposal } },
        { serial.dispose() },
      ])
      #expect(disposals.allSatisfy { $0.times.value == 1 })
      #expect(serial.disposable == nil)
    }
  }
}

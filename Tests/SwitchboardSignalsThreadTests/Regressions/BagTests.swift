import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("A composite loses no member")
struct BagTests {
  @Test("A member that is in two composites keeps every other member's place when it ends")
  func twoComposites() {
    let (first, second) = (CompositeDisposable(), CompositeDisposable())
    let (neighbour, shared) = (ActionDisposable {}, ActionDisposable {})
    first.add(neighbour)
    first.add(shared)
    // `shared` has the place in the second composite that `neighbour` has in the first.
    second.add(shared)
    shared.dispose()
    #expect(first.count == 1)
    first.dispose()
    #expect(neighbour.isDisposed)
  }

  @Test("A composite that moves its members leaves the members of other composites alone")
  func movedInSecond() {
    let (first, second) = (CompositeDisposable(), CompositeDisposable())
    let members = (0..<4).map { _ in ActionDisposable {} }
    for member in members { first.add(member) }
    // The second composite grows more than once, and so moves its members.
    for member in members.reversed() {
      second.add(member)
      for _ in 0..<8 { second.add(ActionDisposable {}) }
    }
    members[3].dispose()
    first.dispose()
    #expect(members.allSatisfy { $0.isDisposed })
    second.dispose()
  }

  @Test("A disposal's action may add to the composite that the disposal is leaving")
  func actionThatAdds() {
    let bag = CompositeDisposable()
    let leaver = ActionDisposable { [weak bag] in bag?.add(ActionDisposable {}) }
    bag.add(leaver)
    let others = (0..<3).map { _ in ActionDisposable {} }
    for other in others { bag.add(other) }
    // The bag is full now: the addition sweeps the leaver out and moves the others down.
    #expect(bag.capacity >= 4)
    for _ in bag.count..<bag.capacity { bag.add(ActionDisposable {}) }
    leaver.dispose()
    bag.dispose()
    #expect(others.allSatisfy { $0.isDisposed })
  }

  @Test("Composites may contain each other, and themselves")
  func circular() throws {
    let ended = try watched {
      let (first, second) = (CompositeDisposable(), CompositeDisposable())
      first.add(second)
      second.add(first)
      first.add(first)
      for _ in 0..<64 {
        first.add(ActionDisposable {})
        second.add(ActionDisposable {})
      }
      first.dispose()
      return first.isDisposed && second.isDisposed
    }
    #expect(ended)
  }

  @Test("A composite that is dropped releases its members")
  func dropped() {
    let population = Population()
    weak var weakBag: CompositeDisposable?
    do {
      let bag = CompositeDisposable()
      weakBag = bag
      bag.add(ActionDisposable { [member = population.member()] in withExtendedLifetime(member) {} })
      Signal<Int, Never>.never().subscribe(into: bag, onNext: { [member = population.member()] _ in _ = member })
    }
    #expect(weakBag == nil)
    #expect(population.count == 0)
  }
}

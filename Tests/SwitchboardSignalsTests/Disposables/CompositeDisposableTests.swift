import Switchboard
import SwitchboardBroadcast
import SwitchboardTestSupport
import Testing

@Suite("CompositeDisposable")
struct CompositeDisposableTests {
  /// Returns a bag of `count` actions that note their numbers.
  static func bag(_ count: Int, _ journal: Journal) -> (CompositeDisposable, [ActionDisposable]) {
    let members = (0..<count).map { ActionDisposable(journal.adding("\($0)")) }
    return (CompositeDisposable(members), members)
  }

  @Test("members end in the order of their addition, once")
  func order() {
    let journal = Journal()
    let (bag, members) = Self.bag(5, journal)
    bag.remove(members[1])
    members[3].dispose()
    bag.add(ActionDisposable(journal.adding("5")))
    bag.add(members[1])
    bag.dispose()
    bag.dispose()
    #expect(journal.entries == ["3", "0", "2", "4", "5", "1"])
    #expect(bag.isDisposed)
    #expect(bag.count == 0)
  }

  @Test("a member added after disposal is disposed immediately")
  func addedLate() {
    let bag = CompositeDisposable()
    bag.dispose()
    let late = ActionDisposable {}
    bag.add(late)
    #expect(late.isDisposed)
    #expect(bag.count == 0)
  }

  @Test("a member that has ended is not added")
  func addedEnded() {
    let bag = CompositeDisposable()
    for ended in [ActionDisposable {}, ForeignDisposable(), CompositeDisposable()] as [any Disposable] {
      ended.dispose()
      bag.add(ended)
    }
    #expect(bag.count == 0)
    #expect(bag.capacity == 0)
  }

  @Test("removing takes a member out without disposing it; removing a stranger, or twice, does nothing")
  func remove() {
    let journal = Journal()
    let (bag, members) = Self.bag(3, journal)
    bag.remove(members[0])
    bag.remove(members[0])
    bag.remove(ActionDisposable {})
    #expect(bag.count == 2)
    bag.dispose()
    #expect(journal.entries == ["1", "2"])
    #expect(!members[0].isDisposed)
    bag.remove(members[1])
  }

  @Test("a waitable subscription is the same member as its subscription")
  func waitableMember() {
    let (bag, subject) = (CompositeDisposable(), PublishSubject<Int, Never>())
    let waitable = subject.subscribeWaitable { _ in }
    bag.add(waitable)
    bag.remove(waitable)
    bag.dispose()
    #expect(!waitable.isDisposed)
  }

  @Test("members that end leave immediately and are released", arguments: DisposableTests.Kind.allCases)
  func leave(kind: DisposableTests.Kind) {
    let bag = CompositeDisposable()
    let stays = ActionDisposable {}
    bag.add(stays)
    weak var released: (any DisposableObject)?
    do {
      let subject = PublishSubject<Int, Never>()
      let member: any Disposable =
        switch kind {
        case .inBag: subject.subscribe(into: bag)
        default: kind {}
        }
      if kind != .inBag { bag.add(member) }
      released = member.existingObject
      #expect(bag.count >= 1)
      member.dispose()
    }
    let isReleased = released == nil
    #expect(isReleased)
    #expect(bag.count == 1)
    bag.dispose()
    #expect(stays.isDisposed)
  }

  @Test("a bare subscription of a subject leaves at the bag's next clean-up")
  func bareSubscription() {
    let (bag, subject) = (CompositeDisposable(), PublishSubject<Int, Never>())
    weak var released: SubscriptionNode?
    do {
      let subscription = subject.subscribe()
      released = subscription.node
      bag.add(subscription)
      subscription.dispose()
    }
    #expect(bag.count == 0)
    let isReleased = released == nil
    #expect(isReleased)
  }

  @Test("a member may be in two bags, and leaves both; other members stay")
  func twoBags() {
    let (first, second) = (CompositeDisposable(), CompositeDisposable())
    let others = (0..<4).map { _ in ActionDisposable {} }
    let shared = ActionDisposable {}
    first.add(shared)
    for other in others[0...1] { second.add(other) }
    second.add(shared)
    for other in others[2...3] { first.add(other) }
    shared.dispose()
    #expect(first.count == 2)
    #expect(second.count == 2)
    first.dispose()
    second.dispose()
    #expect(others.allSatisfy { $0.isDisposed })
  }

  @Test("a member of two bags: the compaction of one bag does not disturb the other")
  func compactionOfTheOther() {
    let (first, second) = (CompositeDisposable(), CompositeDisposable())
    let early = (0..<100).map { _ in ActionDisposable {} }
    let others = (0..<100).map { _ in ActionDisposable {} }
    let shared = ActionDisposable {}
    for other in others { first.add(other) }
    first.add(shared)
    for member in early { second.add(member) }
    second.add(shared)
    // Makes the second bag compact its members.
    for member in early { member.dispose() }
    shared.dispose()
    #expect(first.count == 100)
    first.dispose()
    #expect(others.allSatisfy { $0.isDisposed })
  }

  @Test("a member that ends does not remove the member that has taken its place")
  func placeTaken() {
    let bag = CompositeDisposable()
    let member = ActionDisposable {
      // The bag notices the end before the member reports it, and gives the member's place away.
      #expect(bag.count == 0)
      for _ in 0..<20 { bag.add(ActionDisposable {}) }
    }
    bag.add(member)
    member.dispose()
    #expect(bag.count == 20)
  }

  @Test("a member twice in one bag ends once")
  func twice() {
    let calls = Counter()
    let bag = CompositeDisposable()
    let member = ActionDisposable { calls.increment() }
    bag.add(member)
    bag.add(member)
    bag.dispose()
    #expect(calls.value == 1)
    #expect(bag.count == 0)
  }

  @Test("bags in bags, also in circles, also in itself")
  func nested() throws {
    let (outer, inner) = (CompositeDisposable(), CompositeDisposable())
    let leaf = ActionDisposable {}
    inner.add(leaf)
    outer.add(inner)
    #expect(outer.count == 1)
    inner.add(outer)
    #expect(inner.count == 2)
    outer.add(outer)
    #expect(outer.count == 2)
    outer.dispose()
    #expect(inner.isDisposed)
    #expect(leaf.isDisposed)
    outer.dispose()
  }

  @Test("an inner bag that ends leaves the outer one")
  func innerEnds() {
    let outer = CompositeDisposable()
    weak var released: CompositeDisposable?
    do {
      let inner = CompositeDisposable()
      released = inner
      outer.add(inner)
      inner.dispose()
    }
    #expect(released == nil)
    #expect(outer.count == 0)
  }

  @Test("a member's action disposes the bag and adds to it")
  func fromInside() {
    let journal = Journal()
    let bag = CompositeDisposable()
    bag.add(
      ActionDisposable {
        journal.add("0")
        bag.dispose()
        bag.add(ActionDisposable(journal.adding("late")))
        journal.add("0 ends")
      })
    bag.add(ActionDisposable(journal.adding("1")))
    bag.dispose()
    #expect(journal.entries == ["0", "late", "0 ends", "1"])
  }

  @Test("a member's action may end and remove other members")
  func othersFromInside() {
    let journal = Journal()
    let bag = CompositeDisposable()
    let (ended, removed) = (ActionDisposable(journal.adding("ended")), ActionDisposable(journal.adding("removed")))
    bag.add(
      ActionDisposable {
        ended.dispose()
        bag.remove(removed)
      })
    bag.add(ended)
    bag.add(removed)
    bag.dispose()
    // The members had been taken out of the bag before the first ended, so there was nothing to remove any more.
    #expect(journal.entries == ["ended", "removed"])
  }
}

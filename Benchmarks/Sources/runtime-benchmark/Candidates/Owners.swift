import Switchboard

/// What a subject or a board holds.
struct Holdings: Equatable {
  var count: Int
  /// The number of places for which memory is allocated.
  var capacity: Int
}

/// A subject whose subscribers are owned: each subscription lasts as long as its owner.
protocol OwnedSubscribers: AnyObject {
  associatedtype Owner: AnyObject

  init()
  /// Returns an owner that has subscribed.
  func makeOwner() -> Owner
  /// The counts that must be as at the start when all owners have been deallocated; live memory is then checked too.
  /// Nil for a candidate that does not promise this.
  var holdings: Holdings? { get }
}

final class SwitchboardOwners: OwnedSubscribers {
  final class Owner: LifetimeOwner, Sendable {
    let lifetime = Lifetime()
    @inline(never) func hit(_ value: Int) {}
  }

  private let subject = PublishSubject<Int, Never>()

  @inline(never) func makeOwner() -> Owner {
    let owner = Owner()
    subject.subscribe(owner: owner) { owner, v in owner.hit(v) }
    return owner
  }
  var holdings: Holdings? {
    let census = subject.census
    return Holdings(count: census.count, capacity: census.capacity)
  }
}

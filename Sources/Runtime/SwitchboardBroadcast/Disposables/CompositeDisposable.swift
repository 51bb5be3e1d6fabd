/// Disposes many things with one call: a bag. Source: RACCompoundDisposable.
///
/// A member that ends by itself leaves the composite. Subscriptions of signals, subscriptions made with `into:`, bags,
/// actions, and scoped and serial disposables leave immediately. Other members, such as bare subscriptions of a subject
/// and observers, have no room for a reference to the composite; they leave when the composite makes room for an
/// addition or counts its members. So ended members do not make the composite grow: its memory is at most 4 × members +
/// 16 places.
///
/// A composite that is deallocated releases its members and disposes nothing. `ScopedDisposable` and `Lifetime` dispose
/// what they hold when they are deallocated.
///
/// ```
/// CompositeDisposable ──strong──▶ MemberList ◀──strong──▶ members
/// ```
/// The members refer to the list and not to the composite. So the composite can be deallocated while it has members;
/// its deinit then empties the list.
///
/// Threading: every member may be called from any thread; no lock is held while a member is disposed (promise R4).
public final class CompositeDisposable: Disposable {
  let list = MemberList()
  let membership = Membership()

  /// Creates an empty composite.
  public init() {}

  /// Creates a composite of `disposables`.
  public convenience init(_ disposables: [any Disposable]) {
    self.init()
    for disposable in disposables { add(disposable) }
  }

  // A loop, because otherwise the release of many bags, each in the next, would end the stack.
  deinit {
    var bags: [CompositeDisposable] = []
    list.moveBags(to: &bags)
    while var bag = bags.popLast() {
      if isKnownUniquelyReferenced(&bag) { bag.list.moveBags(to: &bags) }
    }
  }

  /// Whether the composite has been disposed or is being disposed. A disposed composite disposes later additions. O(1).
  public var isDisposed: Bool { list.isClosed }

  /// The number of members that have not ended. O(members), because some members do not report their end.
  public var count: Int { list.count }

  /// The present members, in the order of their addition. O(members).
  package var members: [any DisposableObject] { list.members }

  /// Returns the members that were added after `mark`, a member itself, or all other members, and moves `mark` to the
  /// end. O(returned) amortised.
  package func takeMembers(addedAfter mark: any DisposableObject, all: Bool) -> [any DisposableObject] {
    list.take(after: mark, all: all)
  }

  /// The number of places for members. O(1).
  package var capacity: Int { list.capacity }

  /// Adds a member. If this composite has been disposed, disposes the member immediately instead. Does nothing if the
  /// member has ended.
  ///
  /// Cost: O(1) amortised, one lock. A disposable that you implement also costs one allocation.
  @inlinable @_disfavoredOverload
  public func add<Member: Disposable>(_ disposable: Member) { add(disposable.object) }

  @usableFromInline
  package func add(_ object: any DisposableObject) {
    if object.isDisposed { return }
    if !list.add(object) { object.dispose() }
  }

  /// Takes a member out without disposing it. Does nothing if `disposable` is not a member. O(1), or O(members) for
  /// disposables that do not know their place.
  ///
  /// A disposable that you implement is found if it is an object. A value has no identity by which it could be found.
  public func remove<Member: Disposable>(_ disposable: Member) {
    if let object = disposable.existingObject {
      list.remove(object)
    } else if Member.self is AnyClass {
      list.removeBox(of: disposable as AnyObject)
    }
  }

  /// Disposes every member, in the order of addition, each with no lock held.
  public func dispose() {
    guard let members = list.close() else { return }
    for member in members { member.dispose() }
    membership.end()
  }
}

extension CompositeDisposable: DisposableObject {
  @usableFromInline package func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? {
    body(membership)
  }
}

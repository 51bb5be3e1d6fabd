/// Disposes many things at once: a bag. Source: RACCompoundDisposable.
///
/// Members that end by themselves leave it: subscriptions of signals, those made with `into:`, and the disposables of this
/// library at once; others, such as bare subscriptions of a subject, which have no room for the way back, when it makes
/// room for an addition or is asked for its count. So it never grows by what is over: its memory is at most 4 × members + 16 places.
///
/// Dropping it disposes nothing, it lets go of its members; see `ScopedDisposable` and `Lifetime` for the other.
///
/// ```
/// CompositeDisposable ──strong──▶ MemberList ◀──strong──▶ members
/// ```
/// The members know the list and not the composite, so that the composite can go, and then takes the list apart.
///
/// Threading: every member may be called from any thread; no lock is held while a member is disposed (R4).
public final class CompositeDisposable: Disposable {
  let list = MemberList()
  let membership = Membership()

  public init() {}

  /// A composite of `disposables`.
  public convenience init(_ disposables: [any Disposable]) {
    self.init()
    for disposable in disposables { add(disposable) }
  }

  deinit { _ = list.close() }

  public var isDisposed: Bool { list.isClosed }

  /// Members that have not ended. O(members), because some may not tell when they end.
  public var count: Int { list.count }

  /// The members of now, in the order of their addition. O(members).
  package var members: [any Disposable] { list.members }

  /// Places for members. O(1).
  public var capacity: Int { list.capacity }

  /// Adds a member. If this has been disposed, disposes it at once instead; if the member has ended, does nothing.
  ///
  /// Cost: O(1) amortised, one lock.
  public func add(_ disposable: any Disposable) {
    if disposable.isDisposed { return }
    if !list.add(disposable) { disposable.dispose() }
  }

  /// Takes a member out without disposing it. Does nothing if it is not one. O(1), or O(members) for disposables that
  /// do not know their place.
  public func remove(_ disposable: any Disposable) { list.remove(disposable) }

  /// Disposes every member, in the order of their addition, each with no lock held.
  public func dispose() {
    guard let members = list.close() else { return }
    for member in members { member.dispose() }
    membership.end()
  }

  public func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

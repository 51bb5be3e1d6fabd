public import Synchronization

/// Disposes many things at once: a bag. Source: RACCompoundDisposable.
///
/// Members that end by themselves leave it: subscriptions of signals, those made with `into:`, and the disposables of this
/// library at once; others, such as bare subscriptions of a subject, which have no room for the way back, when it makes
/// room for an addition or is asked for its count. So it never grows by what is over: its memory is at most 4 × members + 16 places.
///
/// Dropping it disposes nothing; see `ScopedDisposable` and `Lifetime` for that.
///
/// Threading: every member may be called from any thread; no lock is held while a member is disposed (R4).
public final class CompositeDisposable: Disposable {
  struct State: ~Copyable {
    /// Members in the order of their addition, with holes.
    var slots: [(any Disposable)?] = []
    var count = 0
  }

  let state = Lock(State())
  /// Written under the lock. Read without it too: another bag asks while it holds its own, and bags may stand in a circle.
  let disposed = Atomic<Bool>(false)
  let membership = Membership()

  public init() {}

  /// A composite of `disposables`.
  public convenience init(_ disposables: [any Disposable]) {
    self.init()
    for disposable in disposables { add(disposable) }
  }

  public var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  /// Members that have not ended. O(members), because some may not tell when they end.
  public var count: Int {
    let (count, ended) = state.withLock { state in
      let ended = sweep(&state)
      if state.slots.capacity > 4 * state.count + 16 { compact(&state, capacity: 2 * state.count) }
      return (state.count, ended)
    }
    withExtendedLifetime(ended) {}
    return count
  }

  /// Places for members. O(1).
  public var capacity: Int { state.withLock { $0.slots.capacity } }

  /// Adds a member. If this has been disposed, disposes it at once instead; if the member has ended, does nothing.
  ///
  /// Cost: O(1) amortised, one lock.
  public func add(_ disposable: any Disposable) {
    if disposable.isDisposed { return }
    let (isDisposed, ended) = state.withLock { state -> (Bool, [any Disposable]) in
      if disposed.load(ordering: .relaxed) { return (true, []) }
      let ended = state.slots.count == state.slots.capacity ? makeRoom(&state) : []
      let entry = disposable.withMembership { $0.enter(self, slot: state.slots.count) }
      if entry == .ended { return (false, ended) }
      state.slots.append(disposable)
      state.count += 1
      return (false, ended)
    }
    withExtendedLifetime(ended) {}
    if isDisposed { disposable.dispose() }
  }

  /// Takes a member out without disposing it. Does nothing if it is not one. O(1), or O(members) for disposables that
  /// do not know their place.
  public func remove(_ disposable: any Disposable) {
    let removed = state.withLock { state -> (any Disposable)? in
      let known = disposable.withMembership { $0.slot.load(ordering: .relaxed) }
      let slot: Int
      if let known, state.slots.indices.contains(known), state.slots[known] === disposable {
        slot = known
      } else if let found = state.slots.firstIndex(where: { $0 === disposable }) {
        slot = found
      } else {
        return nil
      }
      return clear(slot, &state)
    }
    if removed != nil { disposable.withMembership { $0.exit(self) } }
  }

  /// Disposes every member, in the order of their addition, each with no lock held.
  public func dispose() {
    let slots = state.withLock { state -> [(any Disposable)?]? in
      if disposed.exchange(true, ordering: .acquiringAndReleasing) { return nil }
      state.count = 0
      var slots: [(any Disposable)?] = []
      swap(&slots, &state.slots)
      return slots
    }
    guard let slots else { return }
    for case let member? in slots {
      member.withMembership { $0.exit(self) }
      member.dispose()
    }
    membership.end()
  }

  public func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

extension CompositeDisposable {
  /// A member has ended and leaves.
  @usableFromInline
  func vacate(_ slot: borrowing Atomic<Int>) {
    let member = state.withLock { state -> (any Disposable)? in
      let slot = slot.load(ordering: .relaxed)
      return state.slots.indices.contains(slot) ? clear(slot, &state) : nil
    }
    withExtendedLifetime(member) {}
  }

  /// Returns the member that was there, to be released with no lock held. All that follow do.
  private func clear(_ slot: Int, _ state: inout State) -> (any Disposable)? {
    guard let member = state.slots[slot] else { return nil }
    member.withMembership { $0.move(to: Membership.nowhere, in: self) }
    state.slots[slot] = nil
    state.count -= 1
    while let last = state.slots.last, last == nil { state.slots.removeLast() }
    if state.slots.capacity > 4 * state.count + 16 { compact(&state, capacity: 2 * state.count) }
    return member
  }

  private func sweep(_ state: inout State) -> [any Disposable] {
    var ended: [any Disposable] = []
    for slot in state.slots.indices {
      if let member = state.slots[slot], member.isDisposed {
        ended.append(member)
        member.withMembership { $0.move(to: Membership.nowhere, in: self) }
        state.slots[slot] = nil
        state.count -= 1
      }
    }
    return ended
  }

  private func makeRoom(_ state: inout State) -> [any Disposable] {
    let ended = sweep(&state)
    let isCrowded = state.count * 4 > state.slots.capacity * 3
    let isEmptied = state.slots.capacity > 4 * state.count + 16
    compact(&state, capacity: max(4, isCrowded || isEmptied ? state.count * 2 : state.slots.capacity))
    return ended
  }

  /// Moves the members together, in order, and tells them their new places.
  private func compact(_ state: inout State, capacity: Int) {
    var slots: [(any Disposable)?] = []
    slots.reserveCapacity(capacity)
    for case let member? in state.slots {
      member.withMembership { $0.move(to: slots.count, in: self) }
      slots.append(member)
    }
    state.slots = slots
  }
}

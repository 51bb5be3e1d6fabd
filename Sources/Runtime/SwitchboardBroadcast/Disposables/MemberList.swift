public import Synchronization

/// The members of a ``CompositeDisposable``: dense slots in the order of addition. Each member with a ``Membership``
/// knows its slot.
@usableFromInline
final class MemberList: Sendable {
  struct State: ~Copyable {
    /// Members in the order of their addition, with holes.
    var slots: [(any DisposableObject)?] = []
    var count = 0
  }

  let state = Lock(State())
  /// Written under the lock. Also read without the lock: another composite reads it under its own lock, and composites
  /// may contain each other in a circle.
  let closed = Atomic<Bool>(false)

  var isClosed: Bool { closed.load(ordering: .acquiring) }

  var count: Int {
    sweepForeign()
    let (count, ended) = state.withLock { state in
      let ended = sweep(&state)
      if state.slots.capacity > 4 * state.count + 16 { compact(&state, capacity: 2 * state.count) }
      return (state.count, ended)
    }
    keepAlive(ended)
    return count
  }

  var members: [any DisposableObject] { state.withLock { $0.slots.compactMap { $0 } } }

  var capacity: Int { state.withLock { $0.slots.capacity } }

  /// Returns false if the list is closed.
  func add(_ object: any DisposableObject) -> Bool {
    if let isAdded = add(object, afterForeignSweep: false) { return isAdded }
    sweepForeign()
    return add(object, afterForeignSweep: true) ?? false
  }

  /// Returns nil if the list must make room, and for that must first look at foreign members.
  private func add(_ object: any DisposableObject, afterForeignSweep: Bool) -> Bool? {
    let (isAdded, ended) = state.withLock { state -> (Bool?, [any DisposableObject]) in
      if closed.load(ordering: .relaxed) { return (false, []) }
      let isFull = state.slots.count == state.slots.capacity
      if isFull, !afterForeignSweep, state.slots.contains(where: { $0?.isForeign == true }) { return (nil, []) }
      let ended = isFull ? makeRoom(&state) : []
      let entry = object.withMembership { $0.enter(self, slot: state.slots.count) }
      if entry == .ended { return (true, ended) }
      state.slots.append(object)
      state.count += 1
      return (true, ended)
    }
    keepAlive(ended)
    return isAdded
  }

  func remove(_ object: any DisposableObject) {
    let removed = state.withLock { state -> (any DisposableObject)? in
      let known = object.withMembership { $0.slot.load(ordering: .relaxed) }
      if let known, state.slots.indices.contains(known), state.slots[known] === object { return clear(known, &state) }
      guard let found = state.slots.firstIndex(where: { $0 === object }) else { return nil }
      return clear(found, &state)
    }
    if removed != nil { object.withMembership { $0.exit(self) } }
  }

  /// Removes the box whose content is `object`. O(members).
  func removeBox(of object: AnyObject) {
    let box = state.withLock { state in
      state.slots.first { ($0 as? DisposableBox)?.contentObject === object } ?? nil
    }
    if let box { remove(box) }
  }

  /// Returns the members after `mark`, or all other members, and moves `mark` behind them.
  func take(after mark: any DisposableObject, all: Bool) -> [any DisposableObject] {
    state.withLock { state in
      let known = mark.withMembership { $0.slot.load(ordering: .relaxed) }
      guard let known, state.slots.indices.contains(known), state.slots[known] === mark else { return [] }
      let last = state.slots.count - 1
      for slot in known..<last {
        state.slots[slot] = state.slots[slot + 1]
        state.slots[slot]?.withMembership { $0.move(to: slot, in: self) }
      }
      state.slots[last] = mark
      mark.withMembership { $0.move(to: last, in: self) }
      return state.slots[(all ? 0 : known)..<last].compactMap { $0 }
    }
  }

  /// Takes all members out, in the order of their addition, and refuses later additions. Returns nil if the list was
  /// closed already.
  func close() -> [any DisposableObject]? {
    let slots = state.withLock { state -> [(any DisposableObject)?]? in
      if closed.exchange(true, ordering: .acquiringAndReleasing) { return nil }
      state.count = 0
      var slots: [(any DisposableObject)?] = []
      swap(&slots, &state.slots)
      return slots
    }
    guard let slots else { return nil }
    let members = slots.compactMap { $0 }
    for member in members { member.withMembership { $0.exit(self) } }
    return members
  }
}

extension MemberList {
  /// Closes the list, and releases its members, except for bags, which move to `bags`.
  func moveBags(to bags: inout [CompositeDisposable]) {
    for member in close() ?? [] {
      if let bag = member as? CompositeDisposable { bags.append(bag) }
    }
  }

  /// Removes a member that has ended.
  @usableFromInline
  func vacate(_ slot: borrowing Atomic<Int>) {
    let member = state.withLock { state -> (any DisposableObject)? in
      let slot = slot.load(ordering: .relaxed)
      return state.slots.indices.contains(slot) ? clear(slot, &state) : nil
    }
    keepAlive(member)
  }

  /// Removes the member in `slot`. `clear`, `sweep` and `makeRoom` return what they removed, so that the caller
  /// releases it with no lock held.
  private func clear(_ slot: Int, _ state: inout State) -> (any DisposableObject)? {
    guard let member = state.slots[slot] else { return nil }
    member.withMembership { $0.move(to: Membership.nowhere, in: self) }
    state.slots[slot] = nil
    state.count -= 1
    while let last = state.slots.last, last == nil { state.slots.removeLast() }
    if state.slots.capacity > 4 * state.count + 16 { compact(&state, capacity: 2 * state.count) }
    return member
  }

  /// Removes the foreign members that have ended. They keep no membership. No lock is held while they say whether they
  /// have ended (promise R4).
  private func sweepForeign() {
    let foreign = state.withLock { $0.slots.compactMap { $0?.isForeign == true ? $0 : nil } }
    if foreign.isEmpty { return }
    let ended = Set(foreign.lazy.filter { $0.isDisposed }.map { ObjectIdentifier($0) })
    state.withLock { state in
      for slot in state.slots.indices {
        if let member = state.slots[slot], ended.contains(ObjectIdentifier(member)) {
          state.slots[slot] = nil
          state.count -= 1
        }
      }
    }
    keepAlive(foreign)
  }

  /// Removes the members that have ended, except for foreign members.
  private func sweep(_ state: inout State) -> [any DisposableObject] {
    var ended: [any DisposableObject] = []
    for slot in state.slots.indices {
      if let member = state.slots[slot], !member.isForeign, member.isDisposed {
        ended.append(member)
        member.withMembership { $0.move(to: Membership.nowhere, in: self) }
        state.slots[slot] = nil
        state.count -= 1
      }
    }
    return ended
  }

  private func makeRoom(_ state: inout State) -> [any DisposableObject] {
    let ended = sweep(&state)
    let isCrowded = state.count * 4 > state.slots.capacity * 3
    let isEmptied = state.slots.capacity > 4 * state.count + 16
    compact(&state, capacity: max(4, isCrowded || isEmptied ? state.count * 2 : state.slots.capacity))
    return ended
  }

  /// Moves the members together, in order, and tells them their new slots.
  private func compact(_ state: inout State, capacity: Int) {
    var slots: [(any DisposableObject)?] = []
    slots.reserveCapacity(capacity)
    for case let member? in state.slots {
      member.withMembership { $0.move(to: slots.count, in: self) }
      slots.append(member)
    }
    state.slots = slots
  }
}

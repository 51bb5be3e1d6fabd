import SwitchboardBroadcast
import SwitchboardSignals
import Synchronization

/// The subscriptions of one owner to one board, by the names of their keys. Only an owner with many disposables has an
/// index, which is empty until the second `removeSubscribers(of:for:)`.
///
/// ```
/// BoardCore, owner's bag ──strong──▶ OwnerIndex ──weak──▶ subscription
/// ```
/// A removal first enters what the bag has received since the last removal. The index is itself a member of the bag,
/// and moves to the end of the bag each time, so it finds the new members behind it. Each subscription is entered once.
/// The entries of subscriptions that have ended go at later removals, and at a census. The end of the owner or of the
/// board ends the index.
final class OwnerIndex: DisposableObject, Disposable, @unchecked Sendable {
  // Sound: `core` is written only in the initialiser; the other properties are constant.
  private struct Member {
    weak var object: (any DisposableObject)?
  }

  private struct State {
    var byName: [String: [Member]] = [:]
    /// The operator chains that can get and lose sources: each removal looks at them again.
    var changing: [Member] = []
    var entered = 0
    /// The number of entries at which the entries of subscriptions that have ended are removed. Zero before the second
    /// removal.
    var threshold = 0
    var isUsed = false
  }

  /// The number of places in a bag up to which a removal looks at all members.
  static let limit = 32

  private weak var core: BoardCore?
  private let board: ObjectIdentifier
  let bag: ObjectIdentifier
  private let state = Lock(State())
  // Not under the lock: the bag asks for it under its own lock, which is taken under the lock of the state.
  private let isOver = Atomic<Bool>(false)
  private let membership = Membership()

  init(_ core: BoardCore, _ bag: CompositeDisposable) {
    (self.core, board, self.bag) = (core, ObjectIdentifier(core), ObjectIdentifier(bag))
  }

  var isDisposed: Bool { isOver.load(ordering: .acquiring) }

  func dispose() {
    isOver.store(true, ordering: .releasing)
    state.exchange(State())
    core?.forget(self)
    membership.end()
  }

  func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }

  /// Returns the members of `bag` that may be subscriptions to the key `name`, and the number of members looked at.
  /// O(returned + members added since the last call) amortised.
  func members(of bag: CompositeDisposable, named name: String) -> (found: [any DisposableObject], looks: Int) {
    // Released with no lock held (promise R4).
    var seen: [any DisposableObject] = []
    let found = state.withLock { state -> [any DisposableObject] in
      if !state.isUsed || isDisposed {
        state.isUsed = true
        seen = bag.members
        return seen
      }
      let isEmpty = state.threshold == 0
      for member in bag.takeMembers(addedAfter: self, all: isEmpty) { enter(member, &state, &seen) }
      if isEmpty {
        state.threshold = max(Self.limit, 2 * state.entered)
      } else if state.entered >= state.threshold {
        Self.removeEnded(&state, &seen)
      }
      var found = Self.live(&state.changing, &seen)
      if var named = state.byName.removeValue(forKey: name) {
        found += Self.live(&named, &seen)
        if !named.isEmpty { state.byName[name] = named }
      }
      return found
    }
    return (found, seen.count)
  }

  /// Removes the entries of subscriptions that have ended. Ends the index if no entry is left.
  func shrink() {
    var seen: [any DisposableObject] = []
    let isEmpty = state.withLock { state in
      if state.threshold == 0 { return false }
      Self.removeEnded(&state, &seen)
      return state.entered == 0
    }
    keepAlive(seen)
    if isEmpty { dispose() }
  }

  private func enter(_ member: any DisposableObject, _ state: inout State, _ seen: inout [any DisposableObject]) {
    seen.append(member)
    var names: [String] = []
    if let name = keyName(member) {
      names = [name]
    } else if let upstream = member.directUpstream {
      seen += upstream
      // A source in the chain itself is its last source. Sources in branches come and go.
      names = upstream.compactMap(keyName)
      if names.isEmpty || upstream.contains(where: \.isChain) {
        state.changing.append(Member(object: member))
        state.entered += 1
        return
      }
    }
    for name in names { state.byName[name, default: []].append(Member(object: member)) }
    state.entered += names.count
  }

  private func keyName(_ object: any DisposableObject) -> String? {
    guard let subscriber = object as? any AnyBoardSubscriber, subscriber.board == board else { return nil }
    return subscriber.keyName
  }

  /// Removes the entries of subscriptions that have ended. Returns the others, and adds all to `seen`.
  private static func live(_ members: inout [Member], _ seen: inout [any DisposableObject]) -> [any DisposableObject] {
    var live: [any DisposableObject] = []
    members.removeAll { member in
      guard let object = member.object else { return true }
      seen.append(object)
      if !object.isDisposed { live.append(object) }
      return object.isDisposed
    }
    return live
  }

  private static func removeEnded(_ state: inout State, _ seen: inout [any DisposableObject]) {
    state.entered = live(&state.changing, &seen).count
    for (name, var members) in state.byName {
      state.byName[name] = nil
      state.entered += live(&members, &seen).count
      if !members.isEmpty { state.byName[name] = members }
    }
    state.threshold = max(limit, 2 * state.entered)
  }
}

extension BoardCore {
  /// Returns the members of `bag` that may be subscriptions to the key `name`, and the number of members looked at.
  func members(of bag: CompositeDisposable, named name: String) -> (found: [any DisposableObject], looks: Int) {
    if bag.capacity > OwnerIndex.limit { return index(of: bag).members(of: bag, named: name) }
    let members = bag.members
    return (members, members.count)
  }

  private func index(of bag: CompositeDisposable) -> OwnerIndex {
    if let index = indexes.withLock({ $0[ObjectIdentifier(bag)] }) { return index }
    let made = OwnerIndex(self, bag)
    bag.add(made)
    let index = indexes.withLock { indexes in
      let index = indexes[made.bag] ?? made
      indexes[made.bag] = index
      return index
    }
    if index !== made { made.dispose() }
    if index.isDisposed { forget(index) }
    return index
  }

  /// Forgets the index of an owner that is gone.
  fileprivate func forget(_ index: OwnerIndex) {
    let forgotten = indexes.withLock { indexes in
      indexes[index.bag] === index ? indexes.removeValue(forKey: index.bag) : nil
    }
    keepAlive(forgotten)
  }
}

extension BoardCore {
  /// Ends the subscriptions to `key` that are bound to `owner`. Returns the number of disposables looked at.
  @discardableResult
  func endSubscriptions<Value>(of owner: AnyObject, for key: BoardKey<Value>) -> Int {
    guard let bag = swept.existingBag(of: owner) else { return 0 }
    let (members, looks) = members(of: bag, named: key.name)
    for member in members { end(member) { ($0 as? BoardSubscriber<Value>)?.keyName == key.name } }
    return looks
  }

  /// Ends `member` if it is, or has upstream, a subscription to this board that `matches` selects.
  func end(_ member: any DisposableObject, where matches: (any AnyBoardSubscriber) -> Bool) {
    // A subscription whose handlers run on an actor or a scheduler has the board's subscriber upstream.
    let isSelected = member.isOrHasUpstream { object in
      guard let subscriber = object as? any AnyBoardSubscriber else { return false }
      return subscriber.board == ObjectIdentifier(self) && matches(subscriber)
    }
    if isSelected { member.dispose() }
  }
}

public import SwitchboardBroadcast

/// The data that a bus keeps for one type of event or for one of its subtypes, independent of the type.
///
/// A channel is in its bus's table while it has a subscription. Each subscription pins its channel. A subscription to a
/// subtype also pins the channel of the type.
@usableFromInline
class AnyChannel: TableEntry, @unchecked Sendable {
  // Sound: the members are constant, or are touched only under the lock of the shard that the channel belongs to.
  @usableFromInline final let type: ObjectIdentifier
  @usableFromInline final let subtype: String?
  @exclusivity(unchecked) @usableFromInline final var pins = 0
  /// For the channel of a type: the number of subscriptions to its subtypes.
  @exclusivity(unchecked) @usableFromInline final var subtypeCount = 0
  /// For the channel of a type: the number of subscriptions that want to be lent the delivery, including those to
  /// subtypes.
  @exclusivity(unchecked) @usableFromInline final var borrowers = 0

  @inlinable
  init(_ type: ObjectIdentifier, _ subtype: String?, hash: Int) {
    (self.type, self.subtype) = (type, subtype)
    super.init(hash: hash)
  }

  /// Removes a subscription from a priority list. Returns what is no longer needed, which the caller releases with no
  /// lock held.
  @usableFromInline func unpin(_ list: ObjectIdentifier) -> AnyAudience? { nil }

  /// Gives up the priority lists because the bus closes. The caller releases the lists with no lock held, which ends
  /// their subscriptions.
  func close() -> AnyAudience? { nil }

  /// Returns the priority lists, for a census that counts their subscriptions with no lock held.
  func look() -> [AnyPriorityList] { [] }

  // The members below are for a channel of a supertype, which takes events of several types.

  /// Returns whether an event belongs to this channel. Runs no user code.
  func takes(_ event: any Event) -> Bool { false }
  /// Returns the present priority lists, for one dispatch.
  func audience() -> AnyAudience? { nil }
}

/// The subscribers of one channel at one priority, independent of the type of their events.
@usableFromInline
class AnyPriorityList: @unchecked Sendable {
  // Sound: as for ``AnyChannel``.
  @usableFromInline final let priority: Int
  @exclusivity(unchecked) @usableFromInline final var pins = 1

  @inlinable init(_ priority: Int) { self.priority = priority }

  var census: Census { Census(count: 0, capacity: 0) }
}

/// The subscribers of one channel at one priority. They receive events in the order in which they subscribed.
@usableFromInline
final class PriorityList<Value: Sendable>: AnyPriorityList, @unchecked Sendable {
  // Sound: the broadcaster is thread-safe.
  @usableFromInline let broadcaster: Broadcaster<Value, DenseStorage>

  @inlinable
  override init(_ priority: Int) {
    broadcaster = Broadcaster(.concurrent)
    super.init(priority)
  }

  override var census: Census { broadcaster.census }
}

/// The priority lists of one channel at one moment, highest priority first.
@usableFromInline
final class PriorityLists<Value: Sendable>: AnyAudience, @unchecked Sendable {
  // Sound: the properties are constant.
  @usableFromInline let all: [PriorityList<Value>]
  /// The list if there is only one. The list is not retained, because ``all`` keeps the list alive.
  @usableFromInline let only: Unmanaged<PriorityList<Value>>?

  @inlinable
  init(_ all: [PriorityList<Value>]) {
    self.all = all
    only = all.count == 1 ? Unmanaged.passUnretained(all[0]) : nil
    super.init()
  }

  @usableFromInline
  override func priority(below limit: Int?) -> Int? { highest(below: limit) }

  @usableFromInline
  override func deliver(
    _ event: any Event, at priority: Int, _ frame: UnsafeMutablePointer<DispatchFrame>, fileID: StaticString,
    line: UInt32
  ) {
    guard let list = list(at: priority), let value = event as? Value else { return }
    list.deliver(value, frame, fileID: fileID, line: line)
  }

  override func collect(_ event: any Event, at priority: Int, _ steps: inout DeliverySteps) {
    guard let list = list(at: priority), let value = event as? Value else { return }
    list.collect(value, &steps)
  }
}

/// The data that a bus keeps for one type of event, or for one of its subtypes.
@usableFromInline
class Channel<Value: Sendable>: AnyChannel, @unchecked Sendable {
  // Sound: as for ``AnyChannel``.
  @exclusivity(unchecked) @usableFromInline final var lists: PriorityLists<Value>?

  @inlinable
  init(_ subtype: String? = nil, hash: Int) { super.init(ObjectIdentifier(Value.self), subtype, hash: hash) }

  /// Adds a subscription at `priority`. O(priorities). Runs under the lock.
  @inlinable
  final func pin(_ priority: Int, name: String?) -> PriorityList<Value> {
    pins += 1
    var all = lists?.all ?? []
    if let list = all.first(where: { $0.priority == priority }) {
      list.pins += 1
      return list
    }
    let made = PriorityList<Value>(priority)
    made.broadcaster.identify(as: Value.self, name: subtype ?? name)
    all.insert(made, at: all.firstIndex { $0.priority < priority } ?? all.count)
    lists = PriorityLists(all)
    return made
  }

  @usableFromInline
  final override func unpin(_ list: ObjectIdentifier) -> AnyAudience? {
    pins -= 1
    // The list is missing if the bus has been closed.
    guard let old = lists, let list = old.all.first(where: { ObjectIdentifier($0) == list }) else { return nil }
    list.pins -= 1
    guard list.pins == 0 else { return nil }
    let rest = old.all.filter { $0 !== list }
    lists = rest.isEmpty ? nil : PriorityLists(rest)
    return old
  }

  final override func close() -> AnyAudience? {
    let old = lists
    lists = nil
    return old
  }

  final override func look() -> [AnyPriorityList] { lists?.all ?? [] }
}

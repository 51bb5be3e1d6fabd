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
  @exclusivity(unchecked) @usableFromInline final var narrow = 0
  /// For the channel of a type: the number of subscriptions that want to be lent the delivery, including those to
  /// subtypes.
  @exclusivity(unchecked) @usableFromInline final var borrowers = 0

  @inlinable
  init(_ type: ObjectIdentifier, _ subtype: String?, hash: Int) {
    (self.type, self.subtype) = (type, subtype)
    super.init(hash: hash)
  }

  /// Removes a subscription from a level. Returns what is no longer needed, which the caller releases with no lock
  /// held.
  @usableFromInline func unpin(_ level: ObjectIdentifier) -> AnyAudience? { nil }

  /// Gives up the levels because the bus closes. The caller releases them with no lock held, which ends their
  /// subscriptions.
  func close() -> AnyAudience? { nil }

  /// Returns the levels, for a census that counts their subscriptions with no lock held.
  func look() -> [AnyLevel] { [] }

  // The members below are for a channel of a supertype, which takes events of several types.

  /// Returns whether an event belongs to this channel. Runs no user code.
  func takes(_ event: any Event) -> Bool { false }
  /// Returns the present levels, for one dispatch.
  func audience() -> AnyAudience? { nil }
}

/// The subscribers of one channel at one priority, independent of the type of their events.
@usableFromInline
class AnyLevel: @unchecked Sendable {
  // Sound: as for ``AnyChannel``.
  @usableFromInline final let priority: Int
  @exclusivity(unchecked) @usableFromInline final var pins = 1

  @inlinable init(_ priority: Int) { self.priority = priority }

  var census: Census { Census(count: 0, capacity: 0) }
}

/// The subscribers of one channel at one priority. They receive events in the order in which they subscribed.
@usableFromInline
final class Level<Value: Sendable>: AnyLevel, @unchecked Sendable {
  // Sound: the broadcaster is thread-safe.
  @usableFromInline let broadcaster: Broadcaster<Value, DenseStorage>

  @inlinable
  override init(_ priority: Int) {
    broadcaster = Broadcaster(.concurrent)
    super.init(priority)
  }

  override var census: Census { broadcaster.census }
}

/// The levels of one channel at one moment, highest priority first.
@usableFromInline
final class Levels<Value: Sendable>: AnyAudience, @unchecked Sendable {
  // Sound: the properties are constant.
  @usableFromInline let all: [Level<Value>]
  /// The level if there is only one. It is not retained, because ``all`` keeps it alive.
  @usableFromInline let only: Unmanaged<Level<Value>>?

  @inlinable
  init(_ all: [Level<Value>]) {
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
    guard let level = level(at: priority), let value = event as? Value else { return }
    level.deliver(value, frame, fileID: fileID, line: line)
  }

  override func collect(_ event: any Event, at priority: Int, _ steps: inout DeliverySteps) {
    guard let level = level(at: priority), let value = event as? Value else { return }
    level.collect(value, &steps)
  }
}

/// The data that a bus keeps for one type of event, or for one of its subtypes.
@usableFromInline
class Channel<Value: Sendable>: AnyChannel, @unchecked Sendable {
  // Sound: as for ``AnyChannel``.
  @exclusivity(unchecked) @usableFromInline final var levels: Levels<Value>?

  @inlinable
  init(_ subtype: String? = nil, hash: Int) { super.init(ObjectIdentifier(Value.self), subtype, hash: hash) }

  /// Adds a subscription at `priority`. O(priorities). Runs under the lock.
  @inlinable
  final func pin(_ priority: Int, name: String?) -> Level<Value> {
    pins += 1
    var all = levels?.all ?? []
    if let level = all.first(where: { $0.priority == priority }) {
      level.pins += 1
      return level
    }
    let made = Level<Value>(priority)
    made.broadcaster.identify(as: Value.self, name: subtype ?? name)
    all.insert(made, at: all.firstIndex { $0.priority < priority } ?? all.count)
    levels = Levels(all)
    return made
  }

  @usableFromInline
  final override func unpin(_ level: ObjectIdentifier) -> AnyAudience? {
    pins -= 1
    // The level is missing if the bus has been closed.
    guard let old = levels, let level = old.all.first(where: { ObjectIdentifier($0) == level }) else { return nil }
    level.pins -= 1
    guard level.pins == 0 else { return nil }
    let rest = old.all.filter { $0 !== level }
    levels = rest.isEmpty ? nil : Levels(rest)
    return old
  }

  final override func close() -> AnyAudience? {
    let old = levels
    levels = nil
    return old
  }

  final override func look() -> [AnyLevel] { levels?.all ?? [] }
}

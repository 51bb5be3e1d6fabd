public import SwitchboardBroadcast

/// What a bus knows of one type of event, or of one of its subtypes, whatever the type is.
///
/// It is in its bus's table for as long as somebody is subscribed: each subscription pins it, and a subtype's also its type's.
@usableFromInline
class AnyChannel: TableEntry, @unchecked Sendable {
  // Sound: constants, and what is touched only under the lock of the shard that the channel belongs to.
  @usableFromInline final let type: ObjectIdentifier
  @usableFromInline final let subtype: String?
  @exclusivity(unchecked) @usableFromInline final var pins = 0
  /// Of a type: how many are subscribed to one of its subtypes.
  @exclusivity(unchecked) @usableFromInline final var narrow = 0
  /// Of a type: how many want to be lent the delivery, those of subtypes included.
  @exclusivity(unchecked) @usableFromInline final var borrowers = 0

  @inlinable
  init(_ type: ObjectIdentifier, _ subtype: String?, hash: Int) {
    (self.type, self.subtype) = (type, subtype)
    super.init(hash: hash)
  }

  /// One subscription less of a level. Returns what that makes superfluous, to be released with no lock held.
  @usableFromInline func unpin(_ level: ObjectIdentifier) -> AnyAudience? { nil }

  /// The bus is going: gives up the levels, which are to be released with no lock held, and their subscriptions end.
  func close() -> AnyAudience? { nil }

  /// The registries, for a census that looks with no lock held.
  func look() -> [AnyLevel] { [] }

  // Of a channel that takes whatever is a subtype of its type.

  /// Whether an event of this type belongs here. Runs no code of the user's.
  func takes(_ event: any Event) -> Bool { false }
  /// Levels as they are now, for one dispatch.
  func audience() -> AnyAudience? { nil }
}

/// What subscribers of one priority hang on.
@usableFromInline
class AnyLevel: @unchecked Sendable {
  // Sound: as in ``AnyChannel``.
  @usableFromInline final let priority: Int
  @exclusivity(unchecked) @usableFromInline final var pins = 1

  @inlinable init(_ priority: Int) { self.priority = priority }

  var census: Census { Census(count: 0, capacity: 0) }
}

/// The same, of one type. Subscribers of one level are told in the order in which they subscribed.
@usableFromInline
final class Level<Value: Sendable>: AnyLevel, @unchecked Sendable {
  // Sound: the broadcaster is.
  @usableFromInline let broadcaster: Broadcaster<Value, DenseStorage>

  @inlinable
  override init(_ priority: Int) {
    broadcaster = Broadcaster(.concurrent)
    super.init(priority)
  }

  override var census: Census { broadcaster.census }
}

/// The levels of one channel at some moment, highest priority first.
@usableFromInline
final class Levels<Value: Sendable>: AnyAudience, @unchecked Sendable {
  // Sound: constant.
  @usableFromInline let all: [Level<Value>]
  /// If there is but one. Not retained for its own sake: this has it.
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

/// What a bus knows of one type of event, or of one of its subtypes.
@usableFromInline
class Channel<Value: Sendable>: AnyChannel, @unchecked Sendable {
  // Sound: as the class that it is made of.
  @exclusivity(unchecked) @usableFromInline final var levels: Levels<Value>?

  @inlinable
  init(_ subtype: String? = nil, hash: Int) { super.init(ObjectIdentifier(Value.self), subtype, hash: hash) }

  /// One subscription more, at `priority`. O(priorities). Under the lock.
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
    // Not there any more if the bus is gone.
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

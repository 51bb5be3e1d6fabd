public import SwitchboardBroadcast
public import Synchronization

/// One subscription's place in one level, which also pins the channel.
@usableFromInline
final class BusSubscriber<Value: Sendable>: Subscriber<Value, DenseStorage>, @unchecked Sendable {
  // Sound: what is variable is released only by whoever owns the subscription alone, like the handler.

  /// Later than those that subscribed before.
  @usableFromInline let number: UInt64
  /// Sticky events up to here it gets, or got, by replay. All of them, until the replay has been put together.
  @usableFromInline let replayed: Atomic<UInt64>
  @usableFromInline let membership = Membership()
  @exclusivity(unchecked) @usableFromInline var place: BusPlace?
  /// What it does otherwise than by a plain call.
  @exclusivity(unchecked) @usableFromInline var reaction: Reaction<Value>?
  /// What this is a part of, and what ends with it.
  @exclusivity(unchecked) @usableFromInline var whole: Subscription?
  /// Of a supertype's subscriber: which subtypes it wants, if not all.
  @exclusivity(unchecked) @usableFromInline var wanted: [String]?

  @inlinable
  init(
    _ level: Level<Value>, _ place: BusPlace, number: UInt64, isReplaying: Bool,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    self.number = number
    self.place = place
    replayed = Atomic(isReplaying ? .max : 0)
    super.init(level.broadcaster, waitable: false, handler)
  }

  /// Whether it is part of the audience, if the delivery goes on. It is for that of the sticky events that it has not been given.
  @inlinable @inline(__always)
  func isReached(by event: Value, _ frame: UnsafeMutablePointer<DispatchFrame>) -> Bool {
    guard number <= frame.pointee.limit, !frame.pointee.isCancelled else { return false }
    if wanted != nil, !wants(event) { return false }
    frame.pointee.isReached = true
    let sequence = frame.pointee.sequence
    return sequence == 0 || sequence > replayed.load(ordering: .acquiring)
  }

  /// Whether it is of a subtype that this wants.
  @usableFromInline
  func wants(_ event: Value) -> Bool {
    guard let wanted else { return true }
    guard let subtype = (event as? any Event)?.subtype else { return false }
    return wanted.contains(subtype)
  }

  @inlinable
  override func releaseHandler() {
    super.releaseHandler()
    leave()
  }

  @usableFromInline
  func leave() {
    let (place, reaction, whole) = (place, reaction, whole)
    self.place = nil
    self.reaction = nil
    self.whole = nil
    membership.end()
    reaction?.close()
    whole?.dispose()
    place?.unpin()
  }

  override func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

/// What a subscription pins.
@usableFromInline
struct BusPlace: Sendable {
  @usableFromInline let core: BusCore
  @usableFromInline let channel: AnyChannel
  /// Which level. Not kept: when the channel gives it up, its subscriptions end.
  @usableFromInline let level: ObjectIdentifier
  /// That of the type, if `channel` is that of a subtype.
  @usableFromInline var type: AnyChannel?
  /// Whether it wants to be lent the delivery.
  @usableFromInline var isBorrower = false
  @usableFromInline var isWide = false

  @inlinable
  init(_ core: BusCore, _ channel: AnyChannel, _ level: AnyLevel) {
    (self.core, self.channel, self.level) = (core, channel, ObjectIdentifier(level))
  }

  @usableFromInline
  func unpin() { if isWide { core.unpinWide(self) } else { core.unpin(self) } }
}

/// A subscription that has several places, of which an event reaches one.
final class ComposedSubscription: Subscription, @unchecked Sendable {
  // Sound: `parts` has its own lock, the rest is atomic.
  private let parts = Lock<[Subscription]>([])
  private let membership = Membership()

  init() { super.init(waitable: false) }

  func add(_ part: Subscription) {
    let isAdded = parts.withLock { parts in
      if isDisposed { return false }
      parts.append(part)
      return true
    }
    if !isAdded { part.dispose() }
  }

  override func detach() {
    guard end() else { return }
    let parts = parts.withLock { parts in
      let taken = parts
      parts = []
      return taken
    }
    for part in parts { part.dispose() }
    membership.end()
  }

  override func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

extension Subscription {
  /// One that has ended.
  @usableFromInline static var ended: Subscription {
    let subscription = Subscription(waitable: false)
    _ = subscription.end()
    return subscription
  }
}

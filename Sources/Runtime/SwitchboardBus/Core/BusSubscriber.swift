public import SwitchboardBroadcast
public import Synchronization

/// The place of one subscription in one priority list, which also pins the topic.
@usableFromInline
final class BusSubscriber<Value: Sendable>: Subscriber<Value>, @unchecked Sendable {
  // Sound: only the sole owner of the subscription releases the variables, as with the handler.

  /// The number of the subscription, higher than those of all earlier subscriptions.
  @usableFromInline let number: UInt64
  /// The number of the last sticky event that this subscription receives by replay. The number is `UInt64.max` until
  /// the replay has been collected, and 0 without a replay.
  @usableFromInline let replayed: Atomic<UInt64>
  @usableFromInline let membership = Membership()
  @safe @exclusivity(unchecked) @usableFromInline var place: BusPlace?
  /// The handling of events, if it is more than a plain call of the handler.
  @safe @exclusivity(unchecked) @usableFromInline var reaction: Reaction<Value>?
  /// The subscription that this subscriber is a part of, and that ends with it.
  @safe @exclusivity(unchecked) @usableFromInline var parent: SubscriptionNode?
  /// What decides, beside the type of an event, whether the event reaches the subscription. Nil if nothing does.
  @safe @exclusivity(unchecked) @usableFromInline var condition: AudienceCondition?

  @inlinable
  init(
    _ list: PriorityList<Value>, _ place: BusPlace, number: UInt64, isReplaying: Bool,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    self.number = number
    self.place = place
    replayed = Atomic(isReplaying ? .max : 0)
    super.init(list.broadcaster.registry, waitable: false, handler)
  }

  @inlinable
  override func releaseHandler() {
    super.releaseHandler()
    leave()
  }

  @usableFromInline
  func leave() {
    let (place, reaction, parent) = (place.take(), reaction.take(), parent.take())
    membership.end()
    reaction?.close()
    parent?.dispose()
    place?.unpin()
  }

  override func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

/// The source of subscription numbers, which increase in the order in which subscriptions are made. All buses share the
/// numbers, because a delivery may go up a chain of buses.
@usableFromInline
enum SubscriptionNumber {
  private static let counter = Atomic<UInt64>(0)

  /// The number of the youngest subscription.
  @usableFromInline static var last: UInt64 { counter.load(ordering: .acquiring) }

  @usableFromInline static func next() -> UInt64 { counter.add(1, ordering: .acquiringAndReleasing).newValue }
}

/// A subscription that has several places. An event reaches only one of the places.
final class ComposedSubscription: SubscriptionNode, @unchecked Sendable {
  // Sound: `parts` has a lock, and the rest is atomic.
  private let parts = Lock<[SubscriptionNode]>([])
  private let membership = Membership()

  init() { super.init(waitable: false) }

  func add(_ part: SubscriptionNode) {
    let isAdded = parts.withLock { parts in
      if isDisposed { return false }
      parts.append(part)
      return true
    }
    if !isAdded { part.dispose() }
  }

  override func detach() {
    guard end() else { return }
    for part in parts.exchange([]) { part.dispose() }
    membership.end()
  }

  override func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

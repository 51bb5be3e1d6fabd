import Synchronization

/// The source of subscription numbers, which increase in the order in which subscriptions are made. All buses share the
/// numbers, because a delivery may go up a chain of buses.
@usableFromInline
enum SubscriptionNumber {
  private static let counter = Atomic<UInt64>(0)

  /// The number of the youngest subscription.
  @usableFromInline static var last: UInt64 { counter.load(ordering: .acquiring) }

  @usableFromInline static func next() -> UInt64 { counter.add(1, ordering: .acquiringAndReleasing).newValue }
}

import Synchronization

/// Numbers subscriptions in the order in which they are made, over all buses: a delivery may go up a chain of them.
@usableFromInline
enum SubscriptionNumber {
  private static let counter = Atomic<UInt64>(0)

  /// Of the youngest subscription.
  @usableFromInline static var last: UInt64 { counter.load(ordering: .acquiring) }

  @usableFromInline static func next() -> UInt64 { counter.add(1, ordering: .acquiringAndReleasing).newValue }
}

internal import SwitchboardBroadcast
internal import SwitchboardTracing

/// A subscription that the code under check made and that was still alive after its run.
struct MadeSubscription {
  private(set) weak var subscription: SubscriptionNode?
  private weak var owner: AnyObject?
  private let ownerClass: (any AnyObject.Type)?
  let site: UInt32
  /// The number of the label of the signal or registry that was subscribed to, if it is known.
  let label: UInt32
  /// The subscription's id, which grows with each subscription of a thread. Lines with lower ids are named first.
  let id: UInt64

  /// Returns nil if the subscription has ended.
  init?(_ found: CensusScope.Found) {
    guard let subscription = found.subscription as? SubscriptionNode, !subscription.isDisposed else { return nil }
    self.subscription = subscription
    (owner, ownerClass) = (found.owner, found.ownerType)
    (site, label, id) = (found.site, found.label, found.id)
  }

  var isAlive: Bool { subscription.map { !$0.isDisposed } ?? false }

  /// The type of the owner with which the subscription was made.
  var ownerType: String? { ownerClass.map { "\($0)" } }

  /// Whether the subscription was made with an owner that has been deallocated.
  var isOrphan: Bool { ownerClass != nil && owner == nil }
}

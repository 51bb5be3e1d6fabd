internal import SwitchboardBroadcast
internal import SwitchboardTracing

/// A subscription that the code under check made and that was still there after its run.
struct MadeSubscription {
  private(set) weak var subscription: Subscription?
  private weak var owner: AnyObject?
  private let ownerClass: (any AnyObject.Type)?
  let site: UInt32
  /// What it was subscribed to is called, if that is known.
  let label: UInt32
  /// In which order they came: the first lines are named first.
  let id: UInt64

  /// Nil if it has ended.
  init?(_ found: CensusScope.Found) {
    guard let subscription = found.subscription as? Subscription, !subscription.isDisposed else { return nil }
    self.subscription = subscription
    (owner, ownerClass) = (found.owner, found.ownerType)
    (site, label, id) = (found.site, found.label, found.id)
  }

  var isAlive: Bool { subscription.map { !$0.isDisposed } ?? false }

  /// The type of the owner that it was subscribed with.
  var ownerType: String? { ownerClass.map { "\($0)" } }

  /// Whether it was subscribed with an owner that is gone.
  var isOrphan: Bool { ownerClass != nil && owner == nil }
}

#if Inspector
  internal import CSwitchboardTracing
  internal import SwitchboardTracing
  public import Synchronization

  // Lists and owners.

  extension Probe {
    @usableFromInline
    static func listed(_ registry: Registry) {
      registry.probe.counts.born = switchboard_counts_milliseconds()
      unsafe switchboard_counts_enlist(
        Int32(SWITCHBOARD_COUNTS_REGISTRIES), &registry.probe.counts.link, UInt64(registry.probe.mark.registry))
    }

    @usableFromInline
    static func unlisted(_ registry: Registry) {
      unsafe switchboard_counts_delist(
        Int32(SWITCHBOARD_COUNTS_REGISTRIES), &registry.probe.counts.link, UInt64(registry.probe.mark.registry))
    }

    /// Changes what a visitor reads of a registry.
    static func changeListed(_ registry: Registry, _ body: () -> Void) {
      let number = UInt64(registry.probe.mark.registry)
      switchboard_counts_lock(Int32(SWITCHBOARD_COUNTS_REGISTRIES), number)
      body()
      switchboard_counts_unlock(Int32(SWITCHBOARD_COUNTS_REGISTRIES), number)
    }

    @usableFromInline
    static func listed(_ subscription: SubscriptionNode) {
      subscription.probe.counts.born = switchboard_counts_milliseconds()
      subscription.probe.counts.site = subscription.site
      unsafe switchboard_counts_enlist(
        Int32(SWITCHBOARD_COUNTS_SUBSCRIPTIONS), &subscription.probe.counts.link, subscription.probe.id)
    }

    static func unlisted(_ subscription: SubscriptionNode) {
      if subscription.probe.id == 0 { return }
      unsafe switchboard_counts_delist(
        Int32(SWITCHBOARD_COUNTS_SUBSCRIPTIONS), &subscription.probe.counts.link, subscription.probe.id)
      let owner = subscription.probe.counts.owner.load(ordering: .relaxed)
      if let owner = unsafe UnsafeMutableRawPointer(bitPattern: owner) {
        unsafe switchboard_counts_free_memory(owner)
      }
    }

    /// Notes the owner of a subscription. Keeps the memory of the owner until the subscription's node is deallocated,
    /// but not the owner. O(1).
    static func countOwner(_ owner: AnyObject, of subscription: SubscriptionNode) {
      #if !canImport(ObjectiveC)
        guard subscription.probe.id != 0, subscription.probe.counts.owner.load(ordering: .relaxed) == 0 else { return }
        let address = unsafe Unmanaged.passUnretained(owner).toOpaque()
        unsafe switchboard_counts_keep_memory(address)
        subscription.probe.counts.owner.store(UInt(bitPattern: address), ordering: .releasing)
      #endif
    }

    @inlinable
    static func countEnd(of subscription: SubscriptionNode) {
      subscription.probe.hasEnded.store(true, ordering: .relaxed)
    }
  }
#endif

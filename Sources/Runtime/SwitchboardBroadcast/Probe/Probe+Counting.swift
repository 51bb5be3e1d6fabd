#if Inspector
  import CSwitchboardBroadcast
  internal import CSwitchboardTracing
  public import Synchronization
#endif

// The counts that an inspector shows, with the trait `Inspector`; without it every function is empty. A serial registry
// counts with plain loads and stores, because one delivery runs at a time. A concurrent registry needs atomic
// additions.

extension Probe {
  /// Notes that `count` values are kept now. Called by one thread at a time.
  @inlinable @inline(__always) public static func holds(_ kept: Kept, _ count: @autoclosure () -> Int) {
    #if Inspector
      let count = count()
      if count < kept.count.load(ordering: .relaxed) { kept.taken.wrappingAdd(1, ordering: .relaxed) }
      kept.count.store(count, ordering: .relaxed)
    #endif
  }

  /// Notes that `change` more events wait for the handler or for the reader of a subscription. A negative number says
  /// that so many events have been taken.
  @inlinable @inline(__always)
  public static func waits(for subscription: @autoclosure () -> SubscriptionNode?, _ change: Int) {
    #if Inspector
      guard let subscription = subscription() else { return }
      subscription.probe.counts.waiting.wrappingAdd(change, ordering: .relaxed)
      if change < 0 { subscription.probe.counts.taken.wrappingAdd(1, ordering: .relaxed) }
    #endif
  }

  /// Notes that `count` values wait for the reader of a subscription. Called under the lock that guards the values.
  @inlinable @inline(__always)
  public static func waits(for subscription: SubscriptionNode, exactly count: @autoclosure () -> Int) {
    #if Inspector
      subscription.probe.counts.waiting.store(count(), ordering: .relaxed)
    #endif
  }

  /// Notes that the reader of a subscription has asked for a value.
  @inlinable @inline(__always) public static func fetched(by subscription: SubscriptionNode) {
    #if Inspector
      subscription.probe.counts.taken.wrappingAdd(1, ordering: .relaxed)
    #endif
  }

  /// Notes that a drain has ended. Called under the lock.
  @inline(__always) static func drained(_ registry: Registry) {
    #if Inspector
      let began = registry.probe.counts.drainBegan.load(ordering: .relaxed)
      if began == 0 { return }
      registry.probe.counts.drainBegan.store(0, ordering: .relaxed)
      let now = switchboard_counts_milliseconds() + 1
      guard now - began > UInt64(registry.probe.counts.longestDrain.load(ordering: .relaxed)) else { return }
      registry.probe.counts.longestDrain.store(UInt32(clamping: now - began), ordering: .relaxed)
      registry.probe.counts.longestDrainEnded.store(now, ordering: .relaxed)
    #endif
  }
}

#if Inspector
  extension Probe {
    /// The number of values that the owner of a registry keeps for later subscribers, or that wait in a queue. The
    /// number changes where the values change, so that reading it needs no lock.
    public final class Kept: Sendable {
      @usableFromInline let count: Atomic<Int>
      /// How often the number fell.
      @usableFromInline let taken = Atomic<UInt32>(0)
      public init(_ count: Int = 0) { self.count = Atomic(count) }
    }

    /// Notes that events which wait for a subscription are counted in `queue`.
    public static func waits(for subscription: SubscriptionNode, in queue: Kept) {
      let number = subscription.probe.id
      switchboard_counts_lock(Int32(SWITCHBOARD_COUNTS_SUBSCRIPTIONS), number)
      subscription.probe.counts.queue = queue
      switchboard_counts_unlock(Int32(SWITCHBOARD_COUNTS_SUBSCRIPTIONS), number)
    }

    /// The observer of a delivery that no trace records: counts it.
    @usableFromInline
    struct Counting: DeliveryObserver {
      @usableFromInline let concurrently: Bool
      /// The number of calls, without those of the registry's own subscriptions.
      @usableFromInline var calls: UInt64 = 0

      @inlinable @inline(__always)
      init(_ registry: Registry, concurrently: Bool) {
        self.concurrently = concurrently
        increase(registry.probe.counts.sends, by: 1, concurrently: concurrently)
      }

      @inlinable @inline(__always)
      mutating func willCall(_ subscription: SubscriptionNode) {
        increase(subscription.probe.counts.deliveries, by: 1, concurrently: concurrently)
        calls &+= subscription.probe.id == 0 ? 0 : 1
      }

      @inlinable @inline(__always)
      mutating func walked(_ registry: Registry) {
        increase(registry.probe.counts.deliveries, by: calls, concurrently: concurrently)
      }
    }

    @inlinable @inline(__always)
    static func increase(_ count: borrowing Atomic<UInt64>, by step: UInt64, concurrently: Bool) {
      if concurrently {
        count.wrappingAdd(step, ordering: .relaxed)
      } else {
        count.store(count.load(ordering: .relaxed) &+ step, ordering: .relaxed)
      }
    }

    /// Counts a value that reaches a subscription outside of a walk: a replayed value, or a value of a cold signal.
    @inlinable
    static func countReached(_ subscription: SubscriptionNode) {
      subscription.probe.counts.deliveries.wrappingAdd(1, ordering: .relaxed)
      subscription.registryOfNode?.probe.counts.deliveries.wrappingAdd(1, ordering: .relaxed)
    }

    /// Counts a value that a delivery, which awaits its handlers, hands to a subscription. The first subscription of
    /// each registry counts as a send of that registry.
    @usableFromInline
    static func countReached(_ subscription: SubscriptionNode, _ delivery: inout OfDelivery) {
      countReached(subscription)
      guard let registry = subscription.registryOfNode, delivery.registry != registry.probe.mark.registry
      else { return }
      delivery.registry = registry.probe.mark.registry
      increase(registry.probe.counts.sends, by: 1, concurrently: true)
    }

    static func countQueued(in registry: Registry) {
      let waiting = registry.probe.counts.waiting.wrappingAdd(1, ordering: .relaxed).newValue
      if waiting > registry.probe.counts.mostWaiting.load(ordering: .relaxed) {
        registry.probe.counts.mostWaiting.store(waiting, ordering: .relaxed)
      }
      // Which thread queues.
      let thread = switchboard_current_thread()
      let known = registry.lockedProbe.queuedBy
      registry.lockedProbe.queuedBy = known == 0 || known == thread ? thread : 1
    }
  }

  // Lists and owners.

  extension Probe {
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
  }
#endif

#if Inspector
  import CSwitchboardBroadcast
  internal import CSwitchboardTracing
  internal import SwitchboardTracing
  public import Synchronization
#endif

// The counts that an inspector shows, with the trait `Inspector`; without it every function is empty. A serial registry
// counts with plain loads and stores, because one delivery runs at a time. A concurrent registry needs atomic
// additions.

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

    /// Notes that `count` values are kept now. Called by one thread at a time.
    @inlinable
    public static func holds(_ kept: Kept, _ count: Int) {
      if count < kept.count.load(ordering: .relaxed) { kept.taken.wrappingAdd(1, ordering: .relaxed) }
      kept.count.store(count, ordering: .relaxed)
    }

    /// Notes that events which wait for a subscription are counted in `queue`.
    public static func waits(for subscription: SubscriptionNode, in queue: Kept) {
      let number = subscription.probe.id
      switchboard_counts_lock(Int32(SWITCHBOARD_COUNTS_SUBSCRIPTIONS), number)
      subscription.probe.counts.queue = queue
      switchboard_counts_unlock(Int32(SWITCHBOARD_COUNTS_SUBSCRIPTIONS), number)
    }

    /// Notes that `change` more events wait for the handler or for the reader of a subscription. A negative number says
    /// that so many events have been taken.
    @inlinable
    public static func waits(for subscription: SubscriptionNode?, _ change: Int) {
      guard let subscription else { return }
      subscription.probe.counts.waiting.wrappingAdd(change, ordering: .relaxed)
      if change < 0 { subscription.probe.counts.taken.wrappingAdd(1, ordering: .relaxed) }
    }

    /// Notes that `count` values wait for the reader of a subscription. Called under the lock that guards the values.
    @inlinable
    public static func waits(for subscription: SubscriptionNode, exactly count: Int) {
      subscription.probe.counts.waiting.store(count, ordering: .relaxed)
    }

    /// Notes that the reader of a subscription has asked for a value.
    @inlinable
    public static func fetched(by subscription: SubscriptionNode) {
      subscription.probe.counts.taken.wrappingAdd(1, ordering: .relaxed)
    }

    /// Notes an object that has registries as parts, which were made in the same source line.
    static func assembled(_ type: Any.Type, _ name: String?, _ fileID: StaticString, _ line: UInt32) {
      AssembledObjects.add(label: TraceLabels.number(of: type, named: name), site: site(fileID, line))
    }

    /// Notes what the owner of a registry keeps.
    @usableFromInline
    static func countKept(_ kept: Kept, atMost limit: Int, by registry: Registry) {
      changeListed(registry) {
        registry.probe.counts.kept = kept
        registry.probe.counts.keptLimit = limit
      }
    }
  }

  // Deliveries.

  extension Probe {
    /// Delivers a value as `StoredRegistry.walk` does, and counts. Without the trait returns false, and delivers
    /// nothing.
    @inlinable @inline(__always)
    static func counted<Value: Sendable, Storage: ~Copyable>(
      _ value: Value, by core: StoredRegistry<Storage>, concurrently: Bool,
      to isReached: (StoredRegistry<Storage>.Subscriber<Value>) -> Bool = { _ in true }
    ) -> Bool {
      countSend(of: core, concurrently: concurrently)
      var calls: UInt64 = 0
      core.storage.forEach { node in
        // Sound: as in `StoredRegistry.walk`.
        let subscriber = unsafe unsafeDowncast(node, to: StoredRegistry<Storage>.Subscriber<Value>.self)
        if subscriber.isDisposed || !isReached(subscriber) { return }
        // Read after `isReached`, which may have ended the subscription.
        let state = subscriber.state.load(ordering: .relaxed)
        if state == SubscriptionNode.active {
          countCall(of: subscriber, concurrently: concurrently, &calls)
          subscriber.call(value)
        } else if state & SubscriptionNode.active != 0 {
          subscriber.runWaitably {
            countCall(of: subscriber, concurrently: concurrently, &calls)
            subscriber.call(value)
          }
        }
      }
      countCalls(calls, by: core, concurrently: concurrently)
      return true
    }

    @inlinable @inline(__always)
    static func countSend(of registry: Registry, concurrently: Bool) {
      increase(registry.probe.counts.sends, by: 1, concurrently: concurrently)
    }

    /// Counts a call of a handler. `calls`, for the registry, leaves out the registry's own subscriptions.
    @inlinable @inline(__always)
    static func countCall(of subscription: SubscriptionNode, concurrently: Bool, _ calls: inout UInt64) {
      increase(subscription.probe.counts.deliveries, by: 1, concurrently: concurrently)
      calls &+= subscription.probe.id == 0 ? 0 : 1
    }

    @inlinable @inline(__always)
    static func countCalls(_ calls: UInt64, by registry: Registry, concurrently: Bool) {
      increase(registry.probe.counts.deliveries, by: calls, concurrently: concurrently)
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
    static func countReached(_ subscription: SubscriptionNode, _ delivery: inout OfDelivery) {
      countReached(subscription)
      guard let registry = subscription.registryOfNode, delivery.registry != registry.probe.mark.registry
      else { return }
      delivery.registry = registry.probe.mark.registry
      countSend(of: registry, concurrently: true)
    }
  }

  // The queue of a serial registry.

  extension Probe {
    /// Notes that an entry waits in the queue. Called under the lock.
    @inlinable
    static func countQueued(in registry: Registry) {
      let waiting = registry.probe.counts.waiting.wrappingAdd(1, ordering: .relaxed).newValue
      if waiting > registry.probe.counts.mostWaiting.load(ordering: .relaxed) {
        registry.probe.counts.mostWaiting.store(waiting, ordering: .relaxed)
      }
      noteSender(to: registry)
    }

    /// Notes which thread queues. Called under the lock.
    @usableFromInline
    static func noteSender(to registry: Registry) {
      let thread = switchboard_current_thread()
      let known = registry.lockedProbe.queuedBy
      registry.lockedProbe.queuedBy = known == 0 || known == thread ? thread : Self.severalThreads
    }

    private static var severalThreads: UInt { 1 }

    @inlinable
    static func countUnqueued(in registry: Registry) {
      registry.probe.counts.waiting.wrappingSubtract(1, ordering: .relaxed)
    }

    /// Notes that this thread takes the queued entries over. If another thread has queued some of them, this thread is
    /// held by the work of others from now on. Called under the lock.
    @usableFromInline
    static func beganDraining(_ registry: Registry) {
      let sender = registry.lockedProbe.queuedBy
      registry.lockedProbe.queuedBy = 0
      guard sender != switchboard_current_thread(), registry.probe.counts.drainBegan.load(ordering: .relaxed) == 0
      else { return }
      registry.probe.counts.drainBegan.store(switchboard_counts_milliseconds() + 1, ordering: .relaxed)
    }

    /// Notes that a drain has ended. Called under the lock.
    @usableFromInline
    static func drained(_ registry: Registry) {
      let began = registry.probe.counts.drainBegan.load(ordering: .relaxed)
      if began == 0 { return }
      registry.probe.counts.drainBegan.store(0, ordering: .relaxed)
      let now = switchboard_counts_milliseconds() + 1
      guard now - began > UInt64(registry.probe.counts.longestDrain.load(ordering: .relaxed)) else { return }
      registry.probe.counts.longestDrain.store(UInt32(clamping: now - began), ordering: .relaxed)
      registry.probe.counts.longestDrainEnded.store(now, ordering: .relaxed)
    }
  }
#else
  extension Probe {
    public struct Nothing: Sendable {
      @inlinable public init() {}
      @inlinable public init(_: Int) {}
    }
    public typealias Kept = Nothing
    @inlinable @inline(__always) public static func holds(_: Kept, _: @autoclosure () -> Int) {}
    @inlinable @inline(__always) public static func waits(
      for _: @autoclosure () -> SubscriptionNode?, _: Int
    ) {}
    @inlinable @inline(__always) public static func waits(
      for _: SubscriptionNode, exactly _: @autoclosure () -> Int
    ) {}
    @inlinable @inline(__always) public static func waits(for _: SubscriptionNode, in _: Kept) {}
    @inlinable @inline(__always) public static func fetched(by _: SubscriptionNode) {}
    @inlinable @inline(__always) static func assembled(
      _: Any.Type, _: String?, _: StaticString, _: UInt32
    ) {}
    @inlinable @inline(__always) static func countKept(_: Kept, atMost _: Int, by _: Registry) {}
    @inlinable @inline(__always) static func counted<Value: Sendable, Storage: ~Copyable>(
      _: Value, by _: StoredRegistry<Storage>, concurrently _: Bool
    ) -> Bool { false }
    @inlinable @inline(__always) static func counted<Value: Sendable, Storage: ~Copyable>(
      _: Value, by _: StoredRegistry<Storage>, concurrently _: Bool,
      to _: (StoredRegistry<Storage>.Subscriber<Value>) -> Bool
    ) -> Bool { false }
    @inlinable @inline(__always) static func countSend(of _: Registry, concurrently _: Bool) {}
    @inlinable @inline(__always) static func countCall(
      of _: SubscriptionNode, concurrently _: Bool, _: inout UInt64
    ) {}
    @inlinable @inline(__always) static func countCalls(_: UInt64, by _: Registry, concurrently _: Bool) {}
    @inlinable @inline(__always) static func countReached(_: SubscriptionNode) {}
    @inlinable @inline(__always) static func countReached(_: SubscriptionNode, _: inout OfDelivery) {}
    @inlinable @inline(__always) static func countQueued(in _: Registry) {}
    @inlinable @inline(__always) static func countUnqueued(in _: Registry) {}
    @inlinable @inline(__always) static func beganDraining(_: Registry) {}
    @inlinable @inline(__always) static func drained(_: Registry) {}
    @inlinable @inline(__always) static func listed(_: Registry) {}
    @inlinable @inline(__always) static func unlisted(_: Registry) {}
    @inlinable @inline(__always) static func listed(_: SubscriptionNode) {}
    @inlinable @inline(__always) static func unlisted(_: SubscriptionNode) {}
    @inlinable @inline(__always) static func countOwner(_: AnyObject, of _: SubscriptionNode) {}
    @inlinable @inline(__always) static func countEnd(of _: SubscriptionNode) {}
  }
#endif

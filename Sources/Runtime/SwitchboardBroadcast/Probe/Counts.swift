#if Inspector
  public import CSwitchboardTracing
  public import Synchronization

  /// What a registry counts for an inspector. 96 bytes.
  ///
  /// A visitor reads these while other threads count. So each field is atomic, is written before the registry is
  /// listed, or is guarded by the lock of the registry's part of the list.
  @safe @usableFromInline
  struct RegistryCounts: ~Copyable {
    // Sound: only the list follows the pointers.
    @usableFromInline var link = unsafe switchboard_counts_link()
    @usableFromInline let sends = Atomic<UInt64>(0)
    @usableFromInline let deliveries = Atomic<UInt64>(0)
    /// The number of entries in the queue, with those that the delivery in progress has taken over and not delivered.
    @usableFromInline let waiting = Atomic<Int>(0)
    @usableFromInline let mostWaiting = Atomic<Int>(0)
    /// When the thread that delivers began to deliver what other threads had queued, in milliseconds from 1; 0: no
    /// thread does.
    @usableFromInline let drainBegan = Atomic<UInt64>(0)
    @usableFromInline let longestDrain = Atomic<UInt32>(0)
    /// The source line that made the registry. Guarded by the part's lock.
    @usableFromInline var site: UInt32 = 0
    @usableFromInline let longestDrainEnded = Atomic<UInt64>(0)
    /// What the registry's owner keeps for later subscribers, and at most. Guarded by the part's lock.
    @usableFromInline var kept: Probe.Kept?
    @usableFromInline var keptLimit = 0
    /// When the registry was made, in milliseconds.
    @usableFromInline var born: UInt64 = 0

    @inlinable init() {}
  }

  /// What a subscription counts for an inspector. 64 bytes.
  @safe @usableFromInline
  struct SubscriptionCounts: ~Copyable {
    // Sound: as for ``RegistryCounts``.
    @usableFromInline var link = unsafe switchboard_counts_link()
    @usableFromInline let deliveries = Atomic<UInt64>(0)
    /// The address of the owner, whose memory the subscription keeps; 0: no owner.
    @usableFromInline let owner = Atomic<UInt>(0)
    /// The number of events that wait for the handler or for the reader.
    @usableFromInline let waiting = Atomic<Int>(0)
    /// How often something was taken from what waits.
    @usableFromInline let taken = Atomic<UInt32>(0)
    @usableFromInline var site: UInt32 = 0
    /// When the subscription was made, in milliseconds.
    @usableFromInline var born: UInt64 = 0
    /// The queue in which events wait for the handler, if they wait outside of the library's own. Guarded by the part's
    /// lock.
    @usableFromInline var queue: Probe.Kept?

    @inlinable init() {}
  }
#endif

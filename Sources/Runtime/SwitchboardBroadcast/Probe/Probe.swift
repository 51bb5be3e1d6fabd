#if Tracing
  public import CSwitchboardTracing
  public import SwitchboardTracing
  public import Synchronization

  /// The probes that traces and leak checks use. Without the `Tracing` trait every function is empty; see
  /// `Probe+Off.swift`.
  ///
  /// While no trace is being recorded, a send costs a load and a branch. Subscribing numbers the subscription and notes
  /// its source line.
  public enum Probe {
    public typealias Activity = UInt64
    /// The origins of the queued entries, the next one last.
    public typealias Origins = [switchboard_trace_origin]

    /// What a registry keeps for traces. Written before other threads have the registry. The label is written under the
    /// lock, because a census may read it already.
    @usableFromInline
    @safe struct OfRegistry: ~Copyable {
      #if Inspector
        // First, because a visitor finds the other fields behind the counts.
        @usableFromInline var counts = RegistryCounts()
      #endif
      // Sound: other threads read only the label and the atomic.
      @usableFromInline var mark = switchboard_trace_mark(registry: switchboard_trace_new_registry(), label: 0)
      /// The number of live subscriptions, including those that wait for their turn to join.
      @usableFromInline let live = Atomic<Int>(0)
      /// The source line that traces show for sends; 0 if they show the line of the send.
      @usableFromInline var sendSite: UInt32 = 0
      /// The leak check whose code made the registry; 0: none.
      @usableFromInline var scope: UInt32 = 0
      @usableFromInline var entry = unsafe switchboard_census_entry()

      @inlinable init() {}
    }

    /// What a registry keeps for traces under its lock. Separate from `OfRegistry`, which is read without the lock.
    @usableFromInline
    struct UnderLock: ~Copyable {
      /// The origins of the queued entries, in the order of the queue.
      @usableFromInline var origins: [switchboard_trace_origin] = []
      /// The highest number of entries that have waited in the queue.
      @usableFromInline var mostQueued = 0
      /// How the registry ends, once the last event has been accepted. `lastOrigin` and `lastSite` also describe that
      /// event.
      @usableFromInline var ending = Ending.ended
      @usableFromInline var lastOrigin = switchboard_trace_origin()
      @usableFromInline var lastSite: UInt32 = 0
      /// The source line that made the registry; 0 if the registry is a part of something else.
      @usableFromInline var site: UInt32 = 0
      /// Returns how many values the registry's owner keeps for later subscribers. Called only while no delivery is in
      /// progress.
      @usableFromInline var values: (@Sendable () -> Int)?
      @usableFromInline var valueLimit = 0
      #if Inspector
        /// The thread that has queued what waits; 0: none, 1: several.
        @usableFromInline var queuedBy: UInt = 0
      #endif

      @inlinable init() {}
    }

    /// What a subscription keeps for traces beside its site.
    @usableFromInline
    struct OfSubscription: ~Copyable {
      #if Inspector
        // First, because a visitor finds the other fields behind the counts.
        @usableFromInline var counts = SubscriptionCounts()
      #endif
      /// The subscription's number. 0: not traced.
      @usableFromInline var id: UInt64 = 0
      @usableFromInline var mark = switchboard_trace_mark()
      /// Whether the subscription belongs to a chain, and is not what the user subscribed.
      @usableFromInline var isIndirect = false
      #if Inspector
        /// Whether the subscription has ended. Here, where padding leaves room.
        @usableFromInline let hasEnded = Atomic<Bool>(false)
      #endif
      /// The leak check whose code subscribed; 0: none.
      @usableFromInline var scope: UInt32 = 0

      @inlinable init() {}
    }

    /// Returns the number of a source line.
    @inlinable @inline(__always)
    public static func site(_ fileID: StaticString, _ line: UInt32) -> UInt32 {
      unsafe switchboard_trace_site(UnsafeRawPointer(fileID.utf8Start).assumingMemoryBound(to: CChar.self), line)
    }

    /// Returns the site of an event that is sent in `line`: the registry's `sendSite`, if it has one.
    @inlinable @inline(__always)
    static func site(_ registry: Registry, _ fileID: StaticString, _ line: UInt32) -> UInt32 {
      registry.probe.sendSite == 0 ? site(fileID, line) : registry.probe.sendSite
    }

    @inlinable
    static func sends(_ registry: Registry, for subscription: SubscriptionNode?) {
      if let subscription { registry.probe.sendSite = subscription.site }
    }

    @inlinable static func kind(_ kind: TraceKind, _ event: UInt8 = 0, indirect: Bool = false) -> UInt32 {
      UInt32(kind.rawValue | event << 5 | (indirect ? 0x80 : 0))
    }

    @usableFromInline
    static func identified(
      _ registry: Registry, _ type: Any.Type, _ name: String?, isValue: Bool, _ fileID: StaticString?,
      _ line: UInt32
    ) {
      let label = TraceLabels.number(of: type, named: name, isValue: isValue)
      identify(registry, label, fileID.map { site($0, line) } ?? 0)
    }

    @usableFromInline
    static func identified(_ registry: Registry, _ type: Any.Type, for subscription: SubscriptionNode) {
      identify(registry, TraceLabels.number(of: type, named: nil), subscription.site)
    }

    private static func identify(_ registry: Registry, _ label: UInt32, _ made: UInt32) {
      let previous = registry.probe.mark.label
      // A census may read these already.
      registry.change { registry in
        #if Inspector
          // A visitor of the counts reads the label and the line under its own lock.
          changeListed(registry) {
            registry.probe.mark.label = label
            registry.probe.counts.site = made
          }
        #else
          registry.probe.mark.label = label
        #endif
        registry.lockedProbe.site = made
      }
      TraceLabels.giveBack(previous)
    }

    // Generic, because the conversion of a node to its superclass would cost a retain.
    @inlinable
    static func subscribed<Storage: ~Copyable>(
      _ node: StoredRegistry<Storage>.Node, in registry: StoredRegistry<Storage>, fileID: StaticString, line: UInt32
    ) {
      if node.site == 0 { node.site = site(fileID, line) }
      node.probe.id = switchboard_trace_new_id()
      node.probe.mark = registry.probe.mark
      if switchboard_census_has_scopes() { attribute(node) }
      listed(node)
      // Wrapping, because a check for overflow would turn the addition into a loop.
      let live = registry.probe.live.wrappingAdd(1, ordering: .relaxed).newValue
      if switchboard_trace_is_recording() { record(.subscribe, node, live: live) }
    }

    @inlinable
    static func disposed(_ node: SubscriptionNode, in registry: Registry) {
      if node.probe.id == 0 { return }
      countEnd(of: node)
      let live = registry.probe.live.wrappingSubtract(1, ordering: .relaxed).newValue
      if switchboard_trace_is_recording() { record(.dispose, node, live: live) }
    }

    @usableFromInline
    static func record(_ event: TraceKind, _ subscription: SubscriptionNode, live: Int) {
      switchboard_trace_moment(
        kind(event, indirect: subscription.probe.isIndirect), subscription.probe.id, UInt64(max(0, live)),
        subscription.probe.mark, subscription.site)
    }

    /// Records the end of a subscription that is in no registry.
    @inlinable
    static func ended(_ subscription: SubscriptionNode) {
      if subscription.probe.id == 0 { return }
      countEnd(of: subscription)
      if switchboard_trace_is_recording() { record(.dispose, subscription, live: 0) }
    }

    /// Notes the end of every subscription that is still live.
    @inlinable
    static func retiring<Storage: ~Copyable>(_ registry: StoredRegistry<Storage>) {
      registry.storage.forEach { if !$0.isDisposed { disposed($0, in: registry) } }
    }

    @usableFromInline static func closed(_ registry: Registry) {
      if switchboard_trace_is_recording() { switchboard_trace_moment(kind(.close), 0, 0, registry.probe.mark, 0) }
    }

    @inlinable
    static func queued(_ registry: Registry, fileID: StaticString, line: UInt32) {
      announce(registry, switchboard_trace_is_recording() ? site(registry, fileID, line) : 0)
    }

    @inlinable
    static func queued(_ node: SubscriptionNode, in registry: Registry) {
      announce(registry, node.site)
    }

    @inlinable
    static func announce(_ registry: Registry, _ site: UInt32) {
      registry.lockedProbe.origins.append(switchboard_trace_announce(kind(.queue), registry.probe.mark, site))
      countQueued(in: registry)
      registry.lockedProbe.mostQueued = max(registry.lockedProbe.mostQueued, registry.lockedProbe.origins.count)
    }

    /// Records that the last event has been accepted. Called under the lock.
    @inlinable
    static func terminated(
      _ registry: Registry, _ ending: Ending, isQueued: Bool, fileID: StaticString, line: UInt32
    ) {
      registry.lockedProbe.ending = ending
      registry.lockedProbe.lastSite = site(registry, fileID, line)
      if isQueued, switchboard_trace_is_recording() {
        registry.lockedProbe.lastOrigin = switchboard_trace_announce(
          kind(.queue, ending.rawValue), registry.probe.mark, registry.lockedProbe.lastSite)
      }
    }

    /// Takes over the origins of the entries that were taken out of the queue. Called under the lock.
    @inlinable
    static func took(_ origins: inout Origins, from registry: Registry) {
      origins = registry.lockedProbe.origins
      registry.lockedProbe.origins = []
      origins.reverse()
      beganDraining(registry)
    }

    @inlinable
    static func lastBegan(_ registry: Registry) -> Activity {
      guard switchboard_trace_is_recording() else { return 0 }
      let (event, mark) = (registry.lockedProbe.ending.rawValue, registry.probe.mark)
      guard registry.lockedProbe.lastOrigin.flow == 0 else {
        return switchboard_trace_begin_from(registry.lockedProbe.lastOrigin, kind(.send, event, indirect: true), mark)
      }
      return switchboard_trace_begin(kind(.send, event), mark, registry.lockedProbe.lastSite)
    }

    @inlinable
    static func replayBegan(_ node: SubscriptionNode, in registry: Registry) -> Activity {
      guard switchboard_trace_is_recording() else { return 0 }
      return switchboard_trace_begin(kind(.replay), registry.probe.mark, node.site)
    }

    @inlinable
    static func replayBegan(_ registry: Registry, _ origins: inout Origins) -> Activity {
      let origin = origins.removeLast()
      countUnqueued(in: registry)
      guard switchboard_trace_is_recording() else { return 0 }
      return switchboard_trace_begin_from(origin, kind(.replay, indirect: true), registry.probe.mark)
    }

    @inlinable @inline(__always)
    public static func ended(_ activity: Activity) { switchboard_trace_end(activity) }

    /// Waits until the records that this thread made under the lock have been taken, in a session in which threads wait
    /// for room. The probe of a queued event must not wait, because other threads need the lock. Called after the
    /// unlock, because a thread that only queues would otherwise never wait.
    @inlinable @inline(__always)
    static func settled() { if switchboard_trace_is_recording() { switchboard_trace_settle() } }
  }
#endif

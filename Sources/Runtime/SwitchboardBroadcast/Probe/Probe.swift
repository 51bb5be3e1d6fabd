#if Tracing
  public import CSwitchboardTracing
  public import SwitchboardTracing
  public import Synchronization
#endif

/// The probes that traces and leak checks use. Without the `Tracing` trait every function is empty: the call and its
/// arguments vanish from the machine code. An argument is a closure where reading it would leave machine code behind.
///
/// With the trait, while no trace is being recorded, a send costs a load and a branch. Subscribing numbers the
/// subscription and notes its source line.
public enum Probe {
  #if Tracing
    public typealias Activity = UInt64
    public typealias Origin = switchboard_trace_origin
    /// The origins of the queued entries, the next one last.
    public typealias Origins = [switchboard_trace_origin]
  #else
    public typealias Activity = Nothing
    public typealias Origin = Nothing
    public typealias Origins = Nothing
    public typealias Held = Nothing
    public typealias Made = Nothing
    public typealias OfDelivery = Nothing
  #endif
  #if !Inspector
    public typealias Kept = Nothing

    /// Stands for the types that a trait fills.
    public struct Nothing: Sendable {
      @inlinable public init() {}
      @inlinable public init(_: Int) {}
    }
  #endif

  /// Returns the number of a source line, or the `sendSite` of `registry`, if there is one.
  @inlinable @inline(__always)
  static func site(_ call: CallSite, of registry: Registry? = nil) -> UInt32 {
    #if Tracing
      if let registry, registry.probe.sendSite != 0 { return registry.probe.sendSite }
      return unsafe switchboard_trace_site(
        UnsafeRawPointer(call.fileID).assumingMemoryBound(to: CChar.self), call.line)
    #else
      return 0
    #endif
  }

  /// Returns the number of a source line.
  @inlinable @inline(__always)
  public static func site(_ fileID: StaticString, _ line: UInt32) -> UInt32 {
    #if Tracing
      return site(CallSite(fileID, line))
    #else
      return 0
    #endif
  }

  @inlinable @inline(__always) public static func ended(_ activity: Activity) {
    #if Tracing
      switchboard_trace_end(activity)
    #endif
  }
}

// The registry and its subscriptions.

extension Probe {
  @inlinable @inline(__always) static func sends(_ registry: Registry, for subscription: SubscriptionNode?) {
    #if Tracing
      if let subscription { registry.probe.sendSite = subscription.site }
    #endif
  }

  @inlinable @inline(__always) static func identified(
    _ registry: Registry, _ type: Any.Type, _ name: String? = nil, isValue: Bool = false,
    site: @autoclosure () -> UInt32
  ) {
    #if Tracing
      identify(registry, type, name, isValue: isValue, site())
    #endif
  }

  // Generic, because the conversion of a node to its superclass would cost a retain.
  @inlinable static func subscribed<Node: SubscriptionNode>(
    _ node: Node, in registry: Registry, fileID: StaticString, line: UInt32
  ) {
    #if Tracing
      if node.site == 0 { node.site = site(fileID, line) }
      node.probe.id = switchboard_trace_new_id()
      node.probe.mark = registry.probe.mark
      if switchboard_census_has_scopes() { attribute(node) }
      #if Inspector
        listed(node)
      #endif
      // Wrapping, because a check for overflow would turn the addition into a loop.
      let live = registry.probe.live.wrappingAdd(1, ordering: .relaxed).newValue
      if isRecording() { record(.subscribe, node, live: live) }
    #endif
  }

  /// Records the end of a subscription, which may be in no registry.
  @inlinable @inline(__always) static func disposed(_ node: SubscriptionNode, in registry: Registry? = nil) {
    #if Tracing
      if node.probe.id == 0 { return }
      #if Inspector
        node.probe.hasEnded.store(true, ordering: .relaxed)
      #endif
      let live = registry?.probe.live.wrappingSubtract(1, ordering: .relaxed).newValue ?? 0
      if isRecording() { record(.dispose, node, live: live) }
    #endif
  }

  /// Notes the end of every subscription that is still live.
  @inline(__always) static func retiring(_ registry: Registry) {
    #if Tracing
      registry.storage.forEach { if !$0.isDisposed { disposed($0, in: registry) } }
    #endif
  }

  @inline(__always) static func closed(_ registry: Registry) {
    #if Tracing
      if isRecording() { switchboard_trace_moment(kind(.close), 0, 0, registry.probe.mark, 0) }
    #endif
  }
}

#if Tracing
  extension Probe {
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

    /// Whether a trace is being recorded.
    @inlinable @inline(__always) public static func isRecording() -> Bool { switchboard_trace_is_recording() }

    @inlinable static func kind(_ kind: TraceKind, _ event: UInt8 = 0, indirect: Bool = false) -> UInt32 {
      UInt32(kind.rawValue | event << 5 | (indirect ? 0x80 : 0))
    }

    @usableFromInline
    static func record(_ event: TraceKind, _ subscription: SubscriptionNode, live: Int) {
      switchboard_trace_moment(
        kind(event, indirect: subscription.probe.isIndirect), subscription.probe.id, UInt64(max(0, live)),
        subscription.probe.mark, subscription.site)
    }

    @usableFromInline
    static func identify(_ registry: Registry, _ type: Any.Type, _ name: String?, isValue: Bool, _ made: UInt32) {
      let (label, previous) = (TraceLabels.number(of: type, named: name, isValue: isValue), registry.probe.mark.label)
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
  }
#endif

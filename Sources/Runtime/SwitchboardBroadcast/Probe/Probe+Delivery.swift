#if Tracing
  public import CSwitchboardTracing
  public import SwitchboardTracing
#endif
#if Inspector
  import CSwitchboardBroadcast
  public import Synchronization
#endif

extension Probe {
  /// Begins the send of `call`, or the part of a dispatch that one of several registries delivers. Called only
  /// while a trace is being recorded.
  @inlinable @inline(__always) static func sendBegan(
    _ registry: Registry, at call: CallSite, isPart: Bool = false
  ) -> Activity {
    #if Tracing
      let (kind, site) = (kind(.send), site(call, of: registry))
      if isPart { return switchboard_trace_begin_part(kind, registry.probe.mark, site) }
      return switchboard_trace_begin(kind, registry.probe.mark, site)
    #else
      return Activity()
    #endif
  }

  /// Begins what an operator sends because a time has come. Its cause is the subscription to which `registry` belongs.
  public static func turnBegan(_ registry: Registry) -> Activity {
    #if Tracing
      if isRecording() { return sendBegan(registry, at: CallSite(#fileID, #line)) }
    #endif
    return Activity()
  }

  /// Begins the delivery of a value that waited in the queue.
  @inlinable @inline(__always) static func sendBegan(_ registry: Registry, _ origin: Origin) -> Activity {
    #if Tracing
      return switchboard_trace_begin_from(origin, kind(.send, indirect: true), registry.probe.mark)
    #else
      return Activity()
    #endif
  }
}

// What waits in the queue of a serial registry, replays, and the last event.

extension Probe {
  /// Notes that an entry waits in the queue. Called under the lock.
  @inlinable @inline(__always) static func queued(_ registry: Registry, from site: @autoclosure () -> UInt32) {
    #if Tracing
      announce(registry, isRecording() ? site() : 0)
    #endif
  }

  /// Waits until the records that this thread made under the lock have been taken, in a session in which threads wait
  /// for room. The probe of a queued event must not wait, because other threads need the lock. Called after the unlock,
  /// because a thread that only queues would otherwise never wait.
  @inlinable @inline(__always) static func settled() {
    #if Tracing
      if isRecording() { switchboard_trace_settle() }
    #endif
  }

  /// Takes over the origins of the entries that were taken out of the queue. Called under the lock.
  @inline(__always) static func took(_ origins: inout Origins, from registry: Registry) {
    #if Tracing
      origins = registry.lockedProbe.origins
      registry.lockedProbe.origins = []
      origins.reverse()
    #endif
    #if Inspector
      // If another thread has queued some of the entries, this thread is held by the work of others from now on.
      let sender = registry.lockedProbe.queuedBy
      registry.lockedProbe.queuedBy = 0
      guard sender != switchboard_current_thread(), registry.probe.counts.drainBegan.load(ordering: .relaxed) == 0
      else { return }
      registry.probe.counts.drainBegan.store(switchboard_counts_milliseconds() + 1, ordering: .relaxed)
    #endif
  }

  /// Takes the origin of a value that waited in the queue.
  @inlinable @inline(__always) static func unqueued(_ registry: Registry, _ origins: inout Origins) -> Origin {
    #if Inspector
      registry.probe.counts.waiting.wrappingSubtract(1, ordering: .relaxed)
    #endif
    #if Tracing
      return origins.removeLast()
    #else
      return Origin()
    #endif
  }

  /// Records that the last event has been accepted. Called under the lock.
  @inline(__always) static func terminated(
    _ registry: Registry, _ ending: Ending, isQueued: Bool, fileID: StaticString, line: UInt32
  ) {
    #if Tracing
      registry.lockedProbe.ending = ending
      registry.lockedProbe.lastSite = site(CallSite(fileID, line), of: registry)
      if isQueued, isRecording() {
        registry.lockedProbe.lastOrigin = switchboard_trace_announce(
          kind(.queue, ending.rawValue), registry.probe.mark, registry.lockedProbe.lastSite)
      }
    #endif
  }

  @inline(__always) static func lastBegan(_ registry: Registry) -> Activity {
    #if Tracing
      if isRecording() {
        let (event, mark) = (registry.lockedProbe.ending.rawValue, registry.probe.mark)
        guard registry.lockedProbe.lastOrigin.flow == 0 else {
          return switchboard_trace_begin_from(registry.lockedProbe.lastOrigin, kind(.send, event, indirect: true), mark)
        }
        return switchboard_trace_begin(kind(.send, event), mark, registry.lockedProbe.lastSite)
      }
    #endif
    return Activity()
  }

  /// Records that a subscription is about to get the last event of its registry.
  @inline(__always) static func deliveredLast(to node: SubscriptionNode, by registry: Registry) {
    #if Tracing
      if isRecording() { record(registry.lockedProbe.ending.rawValue, deliveredTo: node) }
    #endif
  }

  @inlinable @inline(__always)
  static func replayBegan(_ node: SubscriptionNode, in registry: Registry) -> Activity {
    #if Tracing
      if isRecording() { return switchboard_trace_begin(kind(.replay), registry.probe.mark, node.site) }
    #endif
    return Activity()
  }

  @inline(__always) static func replayBegan(_ registry: Registry, _ origins: inout Origins) -> Activity {
    #if Tracing
      let origin = unqueued(registry, &origins)
      if isRecording() {
        return switchboard_trace_begin_from(origin, kind(.replay, indirect: true), registry.probe.mark)
      }
    #endif
    return Activity()
  }
}

#if Tracing
  extension Probe {
    /// The observer of a delivery that a trace records.
    @usableFromInline
    struct Recording: DeliveryObserver {
      @usableFromInline let activity: Activity
      #if Inspector
        @usableFromInline var counting: Counting
      #else
        @usableFromInline var counting = Unobserved()
      #endif

      @inlinable
      init(_ registry: Registry, _ activity: Activity) {
        self.activity = activity
        #if Inspector
          // Which of the two ways to count suffices is not known here.
          counting = Counting(registry, concurrently: true)
        #endif
      }

      @inlinable @inline(__always)
      mutating func willCall(_ subscription: SubscriptionNode) {
        counting.willCall(subscription)
        record(deliveredTo: subscription)
      }

      @inlinable @inline(__always)
      mutating func walked(_ registry: Registry) {
        counting.walked(registry)
        switchboard_trace_end(activity)
      }
    }

    /// Records that a subscription is about to receive a value or the event `event`, which ends its source. Called only
    /// while a trace is being recorded.
    @inlinable @inline(__always)
    public static func record(_ event: UInt8 = 0, deliveredTo subscription: SubscriptionNode) {
      if subscription.probe.id == 0 { return }
      switchboard_trace_deliver(
        kind(.deliver, event, indirect: subscription.probe.isIndirect), subscription.probe.id,
        subscription.probe.mark, subscription.site)
    }

    // Apart, so that the code of sends stays small.
    @usableFromInline @inline(never)
    static func announce(_ registry: Registry, _ site: UInt32) {
      registry.lockedProbe.origins.append(switchboard_trace_announce(kind(.queue), registry.probe.mark, site))
      #if Inspector
        countQueued(in: registry)
      #endif
      registry.lockedProbe.mostQueued = max(registry.lockedProbe.mostQueued, registry.lockedProbe.origins.count)
    }
  }
#endif

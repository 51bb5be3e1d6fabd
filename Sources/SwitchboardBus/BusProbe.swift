public import SwitchboardBroadcast

#if Tracing
  public import CSwitchboardTracing
  internal import SwitchboardTracing

  /// The reports of this target to a trace: the owners of subscriptions, hops and replays. The registries' own probe
  /// reports what channels do. Without the `Tracing` trait every function is empty; see below.
  @usableFromInline
  enum BusProbe {
    @usableFromInline typealias Activity = UInt64
    @usableFromInline typealias Origin = switchboard_trace_origin

    @usableFromInline
    static func owned(_ subscription: SubscriptionNode, by owner: AnyObject) {
      if switchboard_census_has_scopes() { subscription.belongs(to: owner) }
    }

    /// Reports a subscription that is in no registry.
    static func subscribed(_ subscription: SubscriptionNode, name: String?, fileID: StaticString, line: UInt32) {
      subscription.beginTrace(name: name, fileID: fileID, line: line)
    }

    /// Counts `part` under the source line at which `parent` was subscribed.
    static func adopted(_ part: SubscriptionNode, by parent: SubscriptionNode) { part.joinTrace(of: parent) }

    static func delivered(to subscription: SubscriptionNode) {
      if switchboard_trace_is_recording() { subscription.traceDelivery(0) }
    }

    static func hopped(_ fileID: StaticString, _ line: UInt32) -> Origin {
      guard switchboard_trace_is_recording() else { return Origin() }
      return hop(switchboard_trace_site(UnsafeRawPointer(fileID.utf8Start).assumingMemoryBound(to: CChar.self), line))
    }

    static func hopped(_ subscription: SubscriptionNode?) -> Origin {
      guard switchboard_trace_is_recording() else { return Origin() }
      return hop(subscription?.site ?? 0)
    }

    private static func hop(_ site: UInt32) -> Origin {
      switchboard_trace_announce(UInt32(TraceKind.hop.rawValue), switchboard_trace_mark(), site)
    }

    static func arrived(_ origin: Origin) -> Activity {
      guard switchboard_trace_is_recording() else { return 0 }
      return switchboard_trace_begin_from(origin, UInt32(TraceKind.arrive.rawValue), switchboard_trace_mark())
    }

    static func ended(_ activity: Activity) { switchboard_trace_end(activity) }
  }
#else
  /// The reports of this target to a trace. Every function is empty: the call and its arguments vanish from the machine
  /// code.
  @usableFromInline
  enum BusProbe {
    @usableFromInline
    struct Nothing: Sendable {
      @inlinable init() {}
    }
    @usableFromInline typealias Activity = Nothing
    @usableFromInline typealias Origin = Nothing

    @inlinable @inline(__always)
    static func owned(_: @autoclosure () -> SubscriptionNode, by _: @autoclosure () -> AnyObject) {}
    @inlinable @inline(__always) static func subscribed(
      _: SubscriptionNode, name _: String?, fileID _: StaticString, line _: UInt32
    ) {}
    @inlinable @inline(__always) static func adopted(_: SubscriptionNode, by _: SubscriptionNode) {}
    @inlinable @inline(__always) static func delivered(to _: SubscriptionNode) {}
    @inlinable @inline(__always) static func hopped(_: StaticString, _: UInt32) -> Origin { Origin() }
    @inlinable @inline(__always) static func hopped(_: SubscriptionNode?) -> Origin { Origin() }
    @inlinable @inline(__always) static func arrived(_: Origin) -> Activity { Activity() }
    @inlinable @inline(__always) static func ended(_: Activity) {}
  }
#endif

/// The origin of an event that waits for a queue or a task. The type stays when the lines that contain `Probe.` are
/// deleted, and is empty without the `Tracing` trait.
@usableFromInline typealias EventOrigin = BusProbe.Origin

@inlinable @inline(__always) func noOrigin() -> EventOrigin { EventOrigin() }

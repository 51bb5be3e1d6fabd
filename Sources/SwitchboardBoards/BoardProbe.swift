public import SwitchboardBroadcast

#if Tracing
  internal import CSwitchboardTracing

  /// The reports of this target to a trace: the owners of subscriptions, and the replays. The registries' own probe
  /// reports what feeds do. Without the `Tracing` trait every function is empty; see below.
  @usableFromInline
  enum BoardProbe {
    @usableFromInline
    static func owned(_ subscription: SubscriptionNode, by owner: AnyObject) {
      if switchboard_census_has_scopes() { subscription.belongs(to: owner) }
    }

    /// Counts `part` under the source line at which `parent` was subscribed. Runs before `part` is announced, and
    /// before other code can end `part`.
    @usableFromInline
    static func adopted(_ part: SubscriptionNode, by parent: SubscriptionNode) { part.joinTrace(of: parent) }

    @usableFromInline
    static func replayed(to subscription: SubscriptionNode) {
      if switchboard_trace_is_recording() { subscription.traceDelivery(0) }
    }
  }
#else
  /// The reports of this target to a trace. Every function is empty: the call and its arguments vanish from the machine
  /// code.
  @usableFromInline
  enum BoardProbe {
    @inlinable @inline(__always)
    static func owned(_: @autoclosure () -> SubscriptionNode, by _: @autoclosure () -> AnyObject) {}
    @inlinable @inline(__always) static func adopted(
      _: SubscriptionNode, by _: @autoclosure () -> SubscriptionNode
    ) {}
    @inlinable @inline(__always) static func replayed(to _: SubscriptionNode) {}
  }
#endif

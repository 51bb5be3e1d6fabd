public import SwitchboardBroadcast

#if Tracing
  internal import CSwitchboardTracing

  /// What a trace sees of this target: whom observations belong to, and what is replayed. What feeds do the registries' own probe sees.
  /// Without the `Tracing` trait every function is empty; see below.
  @usableFromInline
  enum BoardProbe {
    @usableFromInline
    static func owned(_ subscription: Subscription, by owner: AnyObject) {
      if switchboard_census_has_scopes() { subscription.belongs(to: owner) }
    }

    /// A part of `whole` counts under the line at which that was subscribed. Before it is announced, and before anybody can end it.
    @usableFromInline
    static func adopted(_ part: Subscription, by whole: Subscription) { part.joinTrace(of: whole) }

    @usableFromInline
    static func replayed(to subscription: Subscription) {
      if switchboard_trace_is_recording() { subscription.traceDelivery(0) }
    }
  }
#else
  /// What a trace sees of this target. Every function is empty: the call and its arguments vanish from the machine code.
  @usableFromInline
  enum BoardProbe {
    @inlinable @inline(__always)
    static func owned(_: @autoclosure () -> Subscription, by _: @autoclosure () -> AnyObject) {}
    @inlinable @inline(__always) static func adopted(_: Subscription, by _: @autoclosure () -> Subscription) {}
    @inlinable @inline(__always) static func replayed(to _: Subscription) {}
  }
#endif

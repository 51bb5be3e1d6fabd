public import SwitchboardBroadcast

#if Tracing
  public import CSwitchboardTracing
  internal import SwitchboardTracing

  /// The trace calls of this target, for chains, hops, and owners. The registries' own probe records what subjects and
  /// observers do. Without the `Tracing` trait every function is empty; see below.
  @usableFromInline
  enum SignalProbe {
    @usableFromInline typealias Activity = UInt64
    @usableFromInline typealias Origin = switchboard_trace_origin

    /// The source line at which a lifetime was made. The line identifies the class of the owner.
    @usableFromInline
    struct OfLifetime: Sendable {
      let site: UInt32
      @usableFromInline init(fileID: StaticString, line: UInt32) {
        site = switchboard_trace_site(UnsafeRawPointer(fileID.utf8Start).assumingMemoryBound(to: CChar.self), line)
      }
    }

    @usableFromInline
    static func subscribed(_ chain: Chain, name: @autoclosure () -> String?, fileID: StaticString, line: UInt32) {
      chain.beginTrace(name: name(), fileID: fileID, line: line)
    }

    /// Attributes `object`, a part of a chain, to the line at which the chain was subscribed.
    @usableFromInline
    static func adopted(_ object: any DisposableObject, by chain: SubscriptionNode?, or other: SubscriptionNode? = nil)
    {
      if let chain = chain ?? other, let part = object as? SubscriptionNode { part.joinTrace(of: chain) }
    }

    @inlinable
    static func owned(_ subscription: SubscriptionNode, by owner: AnyObject) {
      if switchboard_census_has_scopes() { subscription.belongs(to: owner) }
    }

    @inlinable @inline(__always)
    static func started(_ chain: Chain) -> Activity { switchboard_trace_is_recording() ? chain.traceStart() : 0 }

    @inlinable @inline(__always)
    static func ended(_ activity: Activity) { switchboard_trace_end(activity) }

    @inlinable @inline(__always)
    static func delivered(to subscription: SubscriptionNode) {
      if switchboard_trace_is_recording() { subscription.traceDelivery(0) }
    }

    @inlinable
    static func terminated<Failure>(_ chain: Chain, _ terminal: Terminal<Failure>) {
      if switchboard_trace_is_recording(), !chain.isDisposed { chain.traceDelivery(terminal.ending.rawValue) }
    }

    static func departed() { QueueHops.departed() }
    static func landed() { QueueHops.arrived() }

    /// Counts an event that is on its way to a task. Counts only for subscriptions of leak checks, because no code
    /// knows whether a task ever runs.
    @usableFromInline static func departed(for chain: Chain) { if isChecked(chain) { QueueHops.departed() } }
    @usableFromInline static func landed(for chain: Chain) { if isChecked(chain) { QueueHops.arrived() } }

    /// Counts a task that reads values and was told of their end. The count ends when the task releases its
    /// subscription, because the task is then practically over.
    @usableFromInline static func told(readerOf chain: Chain) { if isChecked(chain) { TaskEnd.count(1) } }
    @usableFromInline static func left(readerOf chain: Chain) { if isChecked(chain) { TaskEnd.count(-1) } }

    /// Returns whether a leak check's code made the subscription.
    @usableFromInline static func isChecked(_ chain: Chain) -> Bool { chain.isChecked }

    @inlinable @inline(__always)
    static func hopped(_ site: UInt32) -> Origin { switchboard_trace_is_recording() ? hop(site) : Origin() }

    @usableFromInline static func hop(_ site: UInt32) -> Origin {
      switchboard_trace_announce(UInt32(TraceKind.hop.rawValue), switchboard_trace_mark(), site)
    }

    /// Sets `origin` so that the next event of `chain`, if there is one, is traced as a consequence of the current
    /// event.
    @inlinable
    static func goesOn(_ chain: Chain, _ origin: inout Origin) {
      if !chain.isDisposed { origin = hopped(chain.site) }
    }

    @inlinable @inline(__always)
    static func arrived(_ origin: Origin) -> Activity { switchboard_trace_is_recording() ? arrive(origin) : 0 }

    @usableFromInline static func arrive(_ origin: Origin) -> Activity {
      switchboard_trace_begin_from(origin, UInt32(TraceKind.arrive.rawValue), switchboard_trace_mark())
    }

    /// Traces the arrival of an event in its task. The arrival ends immediately, because the trace cannot know how long
    /// the task works with the event.
    @inlinable @inline(__always)
    static func fetched(_ origin: Origin) { ended(arrived(origin)) }

    static func ownerDied(_ probe: OfLifetime, bound: @autoclosure () -> Int) {
      guard switchboard_trace_is_recording() else { return }
      switchboard_trace_moment(
        UInt32(TraceKind.ownerDeinit.rawValue), 0, UInt64(bound()), switchboard_trace_mark(), probe.site)
    }
  }
#else
  /// The trace calls of this target. Every function is empty: the compiler removes the call and its arguments from the
  /// machine code.
  @usableFromInline
  enum SignalProbe {
    @usableFromInline
    struct Nothing: Sendable {
      @inlinable init() {}
      @inlinable init(fileID: StaticString, line: UInt32) {}
    }
    @usableFromInline typealias Activity = Nothing
    @usableFromInline typealias Origin = Nothing
    @usableFromInline typealias OfLifetime = Nothing
  }

  extension SignalProbe {
    @inlinable @inline(__always) static func subscribed(
      _: Chain, name _: @autoclosure () -> String?, fileID: StaticString, line: UInt32
    ) {
    }
    @inlinable @inline(__always) static func adopted(
      _: any DisposableObject, by _: SubscriptionNode?, or _: SubscriptionNode? = nil
    ) {}
    @inlinable @inline(__always) static func owned(_: SubscriptionNode, by _: AnyObject) {}
    @inlinable @inline(__always) static func started(_: Chain) -> Activity { Activity() }
    @inlinable @inline(__always) static func ended(_: Activity) {}
    @inlinable @inline(__always) static func delivered(to _: SubscriptionNode) {}
    @inlinable @inline(__always) static func terminated<Failure>(_: Chain, _: Terminal<Failure>) {}
    @inlinable @inline(__always) static func hopped(_: UInt32) -> Origin { Origin() }
    @inlinable @inline(__always) static func goesOn(_: Chain, _: inout Origin) {}
    @inlinable @inline(__always) static func arrived(_: Origin) -> Activity { Activity() }
    @inlinable @inline(__always) static func fetched(_: Origin) {}
    @inlinable @inline(__always) static func departed() {}
    @inlinable @inline(__always) static func landed() {}
    @inlinable @inline(__always) static func isChecked(_: Chain) -> Bool { false }
    @inlinable @inline(__always) static func departed(for _: Chain) {}
    @inlinable @inline(__always) static func landed(for _: Chain) {}
    @inlinable @inline(__always) static func told(readerOf _: Chain) {}
    @inlinable @inline(__always) static func left(readerOf _: Chain) {}
    @inlinable @inline(__always) static func ownerDied(_: OfLifetime, bound _: @autoclosure () -> Int) {}
  }
#endif

/// The origin of an event that waits for a queue or a task. Empty without the `Tracing` trait. `tracing-off.sh` deletes
/// the lines that contain `Probe.`, but keeps the uses of this name.
@usableFromInline typealias EventOrigin = SignalProbe.Origin

@inlinable @inline(__always) func noOrigin() -> EventOrigin { EventOrigin() }

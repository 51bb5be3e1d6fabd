#if Tracing
  public import CSwitchboardTracing
  public import SwitchboardTracing
#endif

// The reports of the other targets: of subscriptions that are in no registry or part of another subscription, and of
// events that go to another queue or to a task.

extension Probe {
  /// Numbers a subscription that is in no registry, and records it if a trace is being recorded.
  @inlinable @inline(__always) public static func subscribed(
    _ subscription: SubscriptionNode, name: @autoclosure () -> String?, fileID: StaticString, line: UInt32
  ) {
    #if Tracing
      number(subscription, name(), fileID, line)
    #endif
  }

  /// Makes `object` a part of `parent`, or of `other` if `parent` is nil: traces and leak reports show the source
  /// line of that subscription for `object`. Called before `object` is announced, and before other code can end it.
  @inlinable @inline(__always) public static func adopted(
    _ object: AnyObject, by parent: @autoclosure () -> SubscriptionNode?,
    or other: @autoclosure () -> SubscriptionNode? = nil
  ) {
    #if Tracing
      if let parent = parent() ?? other() { adopt(object, by: parent) }
    #endif
  }

  /// Notes for the leak check around the caller that a subscription belongs to `owner`.
  @inlinable @inline(__always) public static func owned(
    _ subscription: @autoclosure () -> SubscriptionNode, by owner: @autoclosure () -> AnyObject
  ) {
    #if Tracing
      own(subscription(), by: owner())
    #endif
  }

  /// Records that a cold source begins to work for a subscription.
  @inlinable @inline(__always) public static func started(_ subscription: SubscriptionNode) -> Activity {
    #if Tracing
      if isRecording() { return switchboard_trace_begin(kind(.start), subscription.probe.mark, subscription.site) }
    #endif
    return Activity()
  }

  /// Records that a subscription is about to receive a value that no registry delivers to it.
  @inlinable @inline(__always) public static func reached(_ subscription: SubscriptionNode) {
    #if Inspector
      countReached(subscription)
    #endif
    #if Tracing
      if isRecording() { record(deliveredTo: subscription) }
    #endif
  }

  /// Begins a dispatch of one event to the subscriptions of several registries, which traces show as one send.
  @inlinable @inline(__always) public static func dispatchBegan() -> Activity {
    #if Tracing
      return isRecording() ? switchboard_trace_begin_dispatch() : switchboard_trace_no_dispatch
    #else
      return Activity()
    #endif
  }

  @inlinable @inline(__always) public static func dispatchEnded(_ outer: Activity) {
    #if Tracing
      if outer != switchboard_trace_no_dispatch { switchboard_trace_end_dispatch(outer) }
    #endif
  }

  /// Records that an event leaves for another queue or for a task. `site` is the source line that traces show.
  ///
  /// - Parameter inChain: Whether an operator or a source moves the event within a chain.
  @inlinable @inline(__always)
  public static func hopped(_ site: @autoclosure () -> UInt32, inChain: Bool = false) -> Origin {
    #if Tracing
      if isRecording() {
        return switchboard_trace_announce(kind(.hop, indirect: inChain), switchboard_trace_mark(), site())
      }
    #endif
    return Origin()
  }

  /// Like ``hopped(_:inChain:)``, for the next event within the chain `subscription`, if there is one.
  @inlinable @inline(__always) public static func hopped(nextOf subscription: SubscriptionNode) -> Origin {
    #if Tracing
      if !subscription.isDisposed { return hopped(subscription.site, inChain: true) }
    #endif
    return Origin()
  }

  /// Records that an event has arrived from another process.
  @inlinable @inline(__always) public static func arrived(_ flow: @autoclosure () -> UInt64) -> Activity {
    #if Tracing
      if isRecording() { return arrived(switchboard_trace_origin(flow: flow(), time: 0)) }
    #endif
    return Activity()
  }

  /// Records that an event has arrived on its queue or in its task.
  @inlinable @inline(__always) public static func arrived(_ origin: Origin) -> Activity {
    #if Tracing
      if isRecording() { return switchboard_trace_begin_from(origin, kind(.arrive), switchboard_trace_mark()) }
    #endif
    return Activity()
  }
}

// The reports of operators that keep something and send it later: from a timer, or inside a send of another source.

extension Probe {
  #if Tracing
    /// Where the thing that an operator keeps came from. Kept beside that thing.
    public struct Held: Sendable {
      @usableFromInline let site: UInt32
      @usableFromInline var origin = Origin()

      public init(site: UInt32 = 0) { self.site = site }
    }
  #endif

  /// Returns the state in which an operator of `subscription` keeps nothing.
  @inlinable @inline(__always) public static func holding(for subscription: SubscriptionNode) -> Held {
    #if Tracing
      return Held(site: subscription.site)
    #else
      return Held()
    #endif
  }

  /// Records that something begins to wait, if `condition` holds. It takes the place of what waits in `held`.
  @inlinable @inline(__always)
  public static func held(_ held: @autoclosure () -> Held, if condition: @autoclosure () -> Bool = true) -> Held {
    #if Tracing
      var held = held()
      guard isRecording(), condition() else { return held }
      held.origin = switchboard_trace_announce_instead(
        held.origin, kind(.hop, indirect: true), switchboard_trace_mark(), held.site)
      return held
    #else
      return Held()
    #endif
  }

  /// Records that what waited goes on. Records nothing if nothing waits in `held`.
  @inlinable @inline(__always) public static func released(_ held: Held) -> Activity {
    #if Tracing
      if held.origin.flow != 0 { return arrived(held.origin) }
    #endif
    return Activity()
  }
}

// A delivery that awaits its handlers.

extension Probe {
  #if Tracing
    /// The activities of a delivery that awaits its handlers. Such a delivery continues on any thread, but an activity
    /// ends on the thread that began it.
    public struct OfDelivery: Sendable {
      /// The send, until the first pause.
      @usableFromInline var send: Activity = 0
      /// The work after the last pause.
      @usableFromInline var arrival: Activity = 0
      /// What announces that work, during a pause.
      @usableFromInline var origin = Origin()
      /// The number of the registry that was reached last.
      var registry: UInt32 = 0

      public init() {}
    }
  #endif

  /// Records that a delivery is about to call the handler of `subscription`. As in a dispatch, the first subscription
  /// begins the send.
  @inlinable @inline(__always) public static func reached(
    _ subscription: SubscriptionNode, _ delivery: inout OfDelivery, _ fileID: StaticString, _ line: UInt32
  ) {
    #if Inspector
      countReached(subscription, &delivery)
    #endif
    #if Tracing
      guard isRecording() else { return }
      if delivery.send | delivery.arrival == 0 {
        delivery.send = switchboard_trace_begin(kind(.send), subscription.probe.mark, site(fileID, line))
      }
      record(deliveredTo: subscription)
    #endif
  }

  /// Records that a delivery begins to await a handler.
  @inlinable @inline(__always)
  public static func paused(_ delivery: inout OfDelivery, _ fileID: StaticString, _ line: UInt32) {
    #if Tracing
      delivery.origin = hopped(site(fileID, line))
      ended(&delivery)
    #endif
  }

  /// Records that a delivery continues.
  @inlinable @inline(__always) public static func resumed(_ delivery: inout OfDelivery) {
    #if Tracing
      delivery.arrival = arrived(delivery.origin)
    #endif
  }

  /// Records that a delivery ends, on this thread or altogether.
  @inlinable @inline(__always) public static func ended(_ delivery: inout OfDelivery) {
    #if Tracing
      ended(delivery.send)
      ended(delivery.arrival)
      (delivery.send, delivery.arrival) = (0, 0)
    #endif
  }
}

#if Tracing
  extension Probe {
    @usableFromInline
    static func number(_ subscription: SubscriptionNode, _ name: String?, _ fileID: StaticString, _ line: UInt32) {
      if subscription.site == 0 { subscription.site = site(fileID, line) }
      subscription.probe.id = switchboard_trace_new_id()
      if let name { subscription.probe.mark.label = TraceLabels.number(of: nil, named: name) }
      if switchboard_census_has_scopes() { attribute(subscription) }
      #if Inspector
        listed(subscription)
      #endif
      if isRecording() {
        switchboard_trace_moment(
          kind(.subscribe), subscription.probe.id, 0, subscription.probe.mark, subscription.site)
      }
    }

    /// Called by the deinit of the subscription's node.
    static func released(_ subscription: SubscriptionNode) {
      #if Inspector
        if subscription.probe.id != 0 {
          unsafe switchboard_counts_delist(
            Int32(SWITCHBOARD_COUNTS_SUBSCRIPTIONS), &subscription.probe.counts.link, subscription.probe.id)
          let owner = subscription.probe.counts.owner.load(ordering: .relaxed)
          if let owner = unsafe UnsafeMutableRawPointer(bitPattern: owner) {
            unsafe switchboard_counts_free_memory(owner)
          }
        }
      #endif
      // The label of a subscription in a registry is the registry's.
      let mark = subscription.probe.mark
      if mark.registry == 0 { TraceLabels.giveBack(mark.label) }
    }

    @usableFromInline
    static func adopt(_ object: AnyObject, by parent: SubscriptionNode) {
      guard let part = object as? SubscriptionNode, part.site == 0 else { return }
      part.site = parent.site
      part.probe.isIndirect = true
      part.probe.scope = parent.probe.scope
    }

    /// Records that an event leaves for another process, with a number that both processes know. Returns the number, or
    /// 0 if no trace is being recorded.
    public static func departed(as flow: @autoclosure () -> UInt64, _ fileID: StaticString, _ line: UInt32) -> UInt64 {
      guard isRecording() else { return 0 }
      let flow = flow()
      switchboard_trace_announce_flow(flow, kind(.hop), site(fileID, line))
      return flow
    }
  }
#endif

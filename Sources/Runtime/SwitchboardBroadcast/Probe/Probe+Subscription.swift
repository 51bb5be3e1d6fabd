#if Tracing
  public import CSwitchboardTracing
  public import SwitchboardTracing

  // The reports of the other targets: of subscriptions that are in no registry or part of another subscription, of
  // owners, and of events that go to another queue or to a task.

  extension Probe {
    public typealias Origin = switchboard_trace_origin

    /// Numbers a subscription that is in no registry, and records it if a trace is being recorded.
    public static func subscribed(
      _ subscription: SubscriptionNode, name: @autoclosure () -> String?, fileID: StaticString, line: UInt32
    ) {
      if subscription.site == 0 { subscription.site = site(fileID, line) }
      subscription.probe.id = switchboard_trace_new_id()
      if let name = name() { subscription.probe.mark.label = TraceLabels.number(of: nil, named: name) }
      if switchboard_census_has_scopes() { attribute(subscription) }
      listed(subscription)
      if switchboard_trace_is_recording() {
        switchboard_trace_moment(
          kind(.subscribe), subscription.probe.id, 0, subscription.probe.mark, subscription.site)
      }
    }

    /// Called by the deinit of the subscription's node.
    @usableFromInline
    static func released(_ subscription: SubscriptionNode) {
      unlisted(subscription)
      // The label of a subscription in a registry is the registry's.
      let mark = subscription.probe.mark
      if mark.registry == 0 { TraceLabels.giveBack(mark.label) }
    }

    /// Makes `object` a part of `parent`, or of `other` if `parent` is nil: traces and leak reports show the source
    /// line of that subscription for `object`. Called before `object` is announced, and before other code can end it.
    public static func adopted(
      _ object: AnyObject, by parent: SubscriptionNode?, or other: SubscriptionNode? = nil
    ) {
      guard let parent = parent ?? other, let part = object as? SubscriptionNode, part.site == 0 else { return }
      part.site = parent.site
      part.probe.isIndirect = true
      part.probe.scope = parent.probe.scope
    }

    /// Notes for the leak check around the caller that a subscription belongs to `owner`.
    public static func owned(_ subscription: SubscriptionNode, by owner: AnyObject) {
      countOwner(owner, of: subscription)
      guard switchboard_census_has_scopes(), subscription.leakCheck != 0 else { return }
      CensusScope.current?.record(owner: owner, of: subscription.probe.id)
    }

    /// Records that a cold source begins to work for a subscription.
    @inlinable @inline(__always)
    public static func started(_ subscription: SubscriptionNode) -> Activity {
      guard switchboard_trace_is_recording() else { return 0 }
      return switchboard_trace_begin(kind(.start), subscription.probe.mark, subscription.site)
    }

    /// Whether each value that reaches the end of a chain is to be recorded. See ``reached(_:)``.
    @inlinable @inline(__always)
    public static func showsChains() -> Bool { true }

    /// Records that a subscription is about to receive a value that no registry delivers to it.
    @inlinable @inline(__always)
    public static func reached(_ subscription: SubscriptionNode) {
      countReached(subscription)
      if switchboard_trace_is_recording() { record(deliveredTo: subscription) }
    }

    /// The activities of a delivery that awaits its handlers. Such a delivery continues on any thread, but an activity
    /// ends on the thread that began it.
    public struct OfDelivery: Sendable {
      /// The send, until the first pause.
      var send: Activity = 0
      /// The work after the last pause.
      var arrival: Activity = 0
      /// What announces that work, during a pause.
      var origin = Origin()
      /// The number of the registry that was reached last.
      var registry: UInt32 = 0

      public init() {}
    }

    /// Records that a delivery is about to call the handler of `subscription`. As in a dispatch, the first subscription
    /// begins the send.
    public static func reached(
      _ subscription: SubscriptionNode, _ delivery: inout OfDelivery, _ fileID: StaticString, _ line: UInt32
    ) {
      countReached(subscription, &delivery)
      guard switchboard_trace_is_recording() else { return }
      if delivery.send | delivery.arrival == 0 {
        delivery.send = switchboard_trace_begin(kind(.send), subscription.probe.mark, site(fileID, line))
      }
      record(deliveredTo: subscription)
    }

    /// Records that a delivery begins to await a handler.
    public static func paused(_ delivery: inout OfDelivery, _ fileID: StaticString, _ line: UInt32) {
      delivery.origin = hopped(site(fileID, line))
      ended(&delivery)
    }

    /// Records that a delivery continues.
    public static func resumed(_ delivery: inout OfDelivery) { delivery.arrival = arrived(delivery.origin) }

    /// Records that a delivery ends, on this thread or altogether.
    public static func ended(_ delivery: inout OfDelivery) {
      ended(delivery.send)
      ended(delivery.arrival)
      (delivery.send, delivery.arrival) = (0, 0)
    }

    /// Begins a dispatch of one event to the subscriptions of several registries, which traces show as one send.
    @inlinable @inline(__always)
    public static func dispatchBegan() -> Activity {
      switchboard_trace_is_recording() ? switchboard_trace_begin_dispatch() : switchboard_trace_no_dispatch
    }
    @inlinable @inline(__always)
    public static func dispatchEnded(_ outer: Activity) {
      if outer != switchboard_trace_no_dispatch { switchboard_trace_end_dispatch(outer) }
    }

    /// Records that an event leaves for another queue or for a task. `site` is the source line that traces show.
    ///
    /// - Parameter inChain: Whether an operator or a source moves the event within a chain.
    @inlinable @inline(__always)
    public static func hopped(_ site: @autoclosure () -> UInt32, inChain: Bool = false) -> Origin {
      guard switchboard_trace_is_recording() else { return Origin() }
      return switchboard_trace_announce(kind(.hop, indirect: inChain), switchboard_trace_mark(), site())
    }

    /// Like ``hopped(_:inChain:)``, for the next event within the chain `subscription`, if there is one.
    @inlinable
    public static func hopped(nextOf subscription: SubscriptionNode) -> Origin {
      subscription.isDisposed ? Origin() : hopped(subscription.site, inChain: true)
    }

    public static func hopped(_ fileID: StaticString, _ line: UInt32) -> Origin { hopped(site(fileID, line)) }

    /// Records that an event leaves for another process, with a number that both processes know. Returns the number, or
    /// 0 if no trace is being recorded.
    public static func departed(as flow: @autoclosure () -> UInt64, _ fileID: StaticString, _ line: UInt32) -> UInt64 {
      guard switchboard_trace_is_recording() else { return 0 }
      let flow = flow()
      switchboard_trace_announce_flow(flow, kind(.hop), site(fileID, line))
      return flow
    }

    /// Records that an event has arrived from another process.
    @inlinable @inline(__always)
    public static func arrived(_ flow: @autoclosure () -> UInt64) -> Activity {
      guard switchboard_trace_is_recording() else { return 0 }
      return switchboard_trace_begin_from(
        switchboard_trace_origin(flow: flow(), time: 0), kind(.arrive), switchboard_trace_mark())
    }

    /// Records that an event has arrived on its queue or in its task.
    @inlinable @inline(__always)
    public static func arrived(_ origin: Origin) -> Activity {
      guard switchboard_trace_is_recording() else { return 0 }
      return switchboard_trace_begin_from(origin, kind(.arrive), switchboard_trace_mark())
    }
  }
#endif

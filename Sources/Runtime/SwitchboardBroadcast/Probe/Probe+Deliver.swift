#if Tracing
  public import CSwitchboardTracing
  public import SwitchboardTracing
  public import Synchronization

  // Deliveries while a trace is being recorded. Deliveries that are only counted are in `Probe+Counting.swift`.

  extension Probe {
    /// Delivers and records a value. Returns false, without a delivery, if no trace is being recorded.
    @inlinable @inline(__always)
    static func delivered<Value: Sendable, Storage: ~Copyable>(
      _ value: Value, by core: StoredRegistry<Storage>, fileID: StaticString, line: UInt32
    ) -> Bool {
      guard switchboard_trace_is_recording() else { return false }
      deliver(value, core, switchboard_trace_begin(kind(.send), core.probe.mark, site(core, fileID, line)))
      return true
    }

    /// Delivers and records a value that a dispatch may also deliver through other registries, like
    /// ``delivered(_:by:fileID:line:)``.
    @inlinable @inline(__always)
    static func deliveredPart<Value: Sendable, Storage: ~Copyable>(
      _ value: Value, by core: StoredRegistry<Storage>,
      to isReached: (StoredRegistry<Storage>.Subscriber<Value>) -> Bool,
      fileID: StaticString, line: UInt32
    ) -> Bool {
      guard switchboard_trace_is_recording() else { return false }
      deliver(
        value, core, switchboard_trace_begin_part(kind(.send), core.probe.mark, site(core, fileID, line)),
        to: isReached)
      return true
    }

    /// Delivers and records a value that waited in the queue, like ``delivered(_:by:fileID:line:)``.
    @inlinable @inline(__always)
    static func delivered<Value: Sendable, Storage: ~Copyable>(
      _ value: Value, by core: StoredRegistry<Storage>, _ origins: inout Origins
    ) -> Bool {
      let origin = origins.removeLast()
      countUnqueued(in: core)
      guard switchboard_trace_is_recording() else { return false }
      deliver(value, core, switchboard_trace_begin_from(origin, kind(.send, indirect: true), core.probe.mark))
      return true
    }

    /// Delivers `value` as `StoredRegistry.walk` does, with a record before each call of a handler.
    @inlinable @inline(never)
    static func deliver<Value: Sendable, Storage: ~Copyable>(
      _ value: Value, _ core: StoredRegistry<Storage>, _ activity: Activity,
      to isReached: (StoredRegistry<Storage>.Subscriber<Value>) -> Bool = { _ in true }
    ) {
      // Which of the two ways to count suffices is not known here.
      countSend(of: core, concurrently: true)
      var calls: UInt64 = 0
      core.storage.forEach { node in
        // Sound: as in `StoredRegistry.walk`.
        let subscriber = unsafe unsafeDowncast(node, to: StoredRegistry<Storage>.Subscriber<Value>.self)
        if subscriber.isDisposed || !isReached(subscriber) { return }
        // Read after `isReached`, which may have ended the subscription.
        let state = subscriber.state.load(ordering: .relaxed)
        if state == SubscriptionNode.active {
          countCall(of: subscriber, concurrently: true, &calls)
          record(deliveredTo: subscriber)
          subscriber.call(value)
        } else if state & SubscriptionNode.active != 0 {
          subscriber.runWaitably {
            countCall(of: subscriber, concurrently: true, &calls)
            record(deliveredTo: subscriber)
            subscriber.call(value)
          }
        }
      }
      countCalls(calls, by: core, concurrently: true)
      switchboard_trace_end(activity)
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

    /// Records that a subscription is about to get the last event of its registry.
    @inlinable
    static func deliveredLast(to node: SubscriptionNode, by registry: Registry) {
      if switchboard_trace_is_recording() { record(registry.lockedProbe.ending.rawValue, deliveredTo: node) }
    }
  }
#endif

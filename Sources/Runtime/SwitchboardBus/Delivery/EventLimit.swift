/// The event that is dropped when a new event finds the queue of its subscription full. See
/// ``EventSelection/limit(_:whenFull:)``.
///
/// No case lets the dispatch wait. A dispatch could then wait for itself: for a handler that needs the dispatching
/// queue, or that dispatches an event of the same type.
public enum EventOverflow: Sendable, Hashable {
  /// The event that has waited longest. The new event waits.
  case dropOldest
  /// The new event.
  case dropNewest
}

/// The error of an awaited delivery if an event was dropped because the queue of its subscription was full. See
/// ``EventSelection/limit(_:whenFull:)``.
public struct EventDropped: Error, Hashable {
  init() {}
}

/// A limit to the events that wait for one subscription.
struct EventLimit: Sendable {
  let count: Int
  let whenFull: EventOverflow
}

internal import SwitchboardBus

/// What is known of the event that is being handled, if another process sent it.
///
/// ```swift
/// bus.on(OrderPlaced.self).tryNext { order in
///   if let arrival = RemoteArrival.current, arrival.attempt > 1 { print("again: \(arrival.identity)") }
/// }
/// ```
/// Handlers of all kinds see it, and so do handlers of events that such a handler dispatches: they belong to the same
/// work. Code that a handler runs later, such as a task of its own, may see none.
public struct RemoteArrival: Sendable, Hashable {
  /// The text that makes the event unique. The same for each attempt to handle one event.
  public let identity: String
  /// The number of times that the group has begun to handle this event, with this one. 1 for live events. The first
  /// delivery counts even if its process ended before a handler was called.
  public let attempt: Int
  /// The address of the event between processes.
  public let subject: WireSubject
  /// The place of the event in its stream; nil for live events.
  public let sequence: UInt64?

  init(_ message: WireMessage, attempt: Int = 1, sequence: UInt64? = nil) {
    (identity, subject) = (message.identity, message.subject)
    (self.attempt, self.sequence) = (attempt, sequence)
  }

  /// The arrival of the event that is being handled; nil if this process dispatched it.
  public static var current: RemoteArrival? { (RemoteContext.current as? RemoteArrivalBox)?.arrival }
}

/// An arrival, as the bus passes it to handlers.
final class RemoteArrivalBox: Sendable {
  let arrival: RemoteArrival
  init(_ arrival: RemoteArrival) { self.arrival = arrival }
}

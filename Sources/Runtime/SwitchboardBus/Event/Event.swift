/// An event that an ``EventBus`` delivers to the subscribers of its type.
///
/// ```swift
/// struct Login: Event {
///   var user: String
///   var subtype: String? { user }
/// }
/// ```
/// An event may be a value or an object. The bus uses the object's own class as the type, even if the caller knows only
/// a base class. Handlers on several threads receive the event, so an event is `Sendable`. Source: QTEventBus QTEvent.
public protocol Event: Sendable {
  /// A second-level name, for subscribers that want only some events of a type. Nil unless the type provides a subtype.
  ///
  /// The bus reads the subtype with no lock held. It reads the subtype only if a subscription asks for a subtype, or if
  /// the event is sticky. One dispatch may read the subtype several times.
  var subtype: String? { get }
}

extension Event {
  /// Nil: events of the type have no subtype.
  public var subtype: String? { nil }
}

/// An event for modules that share only a name and no type of event. The name is the event's subtype.
///
/// ```swift
/// bus.on(NamedEvent.self).subtype("refresh").next { event in reload(event.payload as? Int) }
/// bus.dispatch(NamedEvent("refresh", payload: 3))
/// ```
public struct NamedEvent: Event {
  /// The name that sender and subscribers share.
  public var name: String
  /// The data of the event. The name determines its meaning.
  public var payload: (any Sendable)?

  /// Creates an event with a name and its data.
  public init(_ name: String, payload: (any Sendable)? = nil) { (self.name, self.payload) = (name, payload) }

  /// The ``name``.
  public var subtype: String? { name }
}

/// The event that a bus dispatches after an event that had no subscriber.
///
/// If ``DeadEvent`` has no subscriber either, the bus dispatches nothing more. Source: Guava DeadEvent, greenrobot
/// NoSubscriberEvent.
public struct DeadEvent: Event {
  /// The event that had no subscriber.
  public let event: any Event

  /// Creates the event that reports `event`. A bus does this itself; a test may too.
  public init(_ event: any Event) { self.event = event }
}

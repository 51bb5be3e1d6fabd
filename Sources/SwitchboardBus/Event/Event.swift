/// Something that happened, for whoever listens on an ``EventBus``. Its type is what one subscribes to.
///
/// ```swift
/// struct Login: Event {
///   var user: String
///   var subtype: String? { user }
/// }
/// ```
/// Values are welcome; so are classes, whose events are filed under the class that the object really has. An event is handed to
/// handlers on several threads, so it is `Sendable`. Source: QTEventBus QTEvent.
public protocol Event: Sendable {
  /// A second-level name, for those who want some of a type's events only. Nil unless the type says otherwise.
  ///
  /// Asked for once for each dispatch, with no lock held, and only if somebody has subscribed to a subtype of this type, or the event is
  /// sticky.
  var subtype: String? { get }
}

extension Event {
  public var subtype: String? { nil }
}

/// An event for modules that share no type but a name, which is its subtype.
///
/// ```swift
/// bus.on(NamedEvent.self).subtype("refresh").next { event in reload(event.payload as? Int) }
/// bus.dispatch(NamedEvent("refresh", payload: 3))
/// ```
public struct NamedEvent: Event {
  public var name: String
  /// What the name says that it is.
  public var payload: (any Sendable)?

  public init(_ name: String, payload: (any Sendable)? = nil) { (self.name, self.payload) = (name, payload) }

  public var subtype: String? { name }
}

/// Dispatched on a bus when an event has been dispatched on it that nobody was there for.
///
/// If nobody subscribes to this either, that is that: there is no dead event of a dead event. Source: Guava DeadEvent, greenrobot
/// NoSubscriberEvent.
public struct DeadEvent: Event {
  public let event: any Event

  public init(_ event: any Event) { self.event = event }
}

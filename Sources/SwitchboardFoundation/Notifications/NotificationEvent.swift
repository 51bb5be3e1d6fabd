public import Foundation
public import SwitchboardBus

/// A notification as an event. Its subtype is its name.
///
/// Source: QTEventBus, where NSNotification is an event.
public struct NotificationEvent: Event, @unchecked Sendable {
  // Sound as far as the poster makes it so: what a notification carries is of any type. Handlers that run inside the dispatch
  // have it on the poster's thread; who asks for a queue or a task gets it there, as with NotificationCenter.

  public let notification: Notification
  /// Where it was posted. Nil if the event was made by hand.
  public let center: NotificationCenter?

  /// An event to be dispatched, which no center has seen; see ``NotificationBridge/forward(_:)``.
  public init(_ name: Notification.Name, object: Any? = nil, userInfo: [AnyHashable: Any]? = nil) {
    notification = Notification(name: name, object: object, userInfo: userInfo)
    center = nil
  }

  init(_ notification: Notification, from center: NotificationCenter) {
    (self.notification, self.center) = (notification, center)
  }

  public var name: Notification.Name { notification.name }
  public var object: Any? { notification.object }
  public var userInfo: [AnyHashable: Any]? { notification.userInfo }
  public var subtype: String? { notification.name.rawValue }
}

public import Foundation
public import SwitchboardBus

/// A notification as an event. The subtype of the event is the name of the notification.
///
/// Source: QTEventBus, where NSNotification is an event.
public struct NotificationEvent: Event, @unchecked Sendable {
  // Sound: as far as the poster makes it so. A notification carries values of any type. A handler inside the dispatch
  // uses them on the poster's thread; a handler on a queue or in a task uses them there, as with NotificationCenter.

  public let notification: Notification
  /// The center in which the notification was posted. Nil if the event was created by ``init(_:object:userInfo:)``.
  public let center: NotificationCenter?

  /// Creates an event to dispatch, which no center has posted; see ``NotificationBridge/forward(_:fileID:line:)``.
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

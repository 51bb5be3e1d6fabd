public import Foundation
public import SwitchboardBus

/// A notification as an event. The subtype of the event is the name of the notification.
///
/// Source: QTEventBus, where NSNotification is an event.
public struct NotificationEvent: Event, @unchecked Sendable {
  // Sound: as far as the poster makes it so. A notification carries values of any type. A handler inside the dispatch
  // uses them on the poster's thread; a handler on a queue or in a task uses them there, as with NotificationCenter.

  /// The notification as the poster made it.
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

  /// The name of the notification.
  public var name: Notification.Name { notification.name }
  /// The object that posted the notification, or that the notification is about. Nil if there is none.
  public var object: Any? { notification.object }
  /// The values that the notification carries.
  public var userInfo: [AnyHashable: Any]? { notification.userInfo }
  /// The name of the notification, as text.
  public var subtype: String? { notification.name.rawValue }
}

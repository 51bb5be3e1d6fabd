public import Foundation
public import SwitchboardBroadcast
public import SwitchboardBus
internal import SwitchboardSignals

/// A bridge between a notification center and a bus: notifications become events, and events become notifications.
///
/// ```swift
/// let bridge = NotificationBridge(from: .default, to: bus)
/// bridge.on(.userDidLogIn).priority(1).next { event in greet(event.userInfo?["name"]) }       // center → bus
/// bridge.forward(bus.on(Login.self), as: .userDidLogIn) { ["name": $0.user] }                 // bus → center
/// ```
/// - **From the center.** The bridge observes a name in the center while a subscription made through the bridge, or
///   ``carry(_:fileID:line:)``, needs the name. There is one observer per name, which all bridges of the same center
///   and bus share. The observer dispatches a ``NotificationEvent`` on the bus, inside the post, on the poster's
///   thread. When the last subscription ends, the observer is removed before the call that ended the subscription
///   returns. If the bus is delivering at that moment, the observer is removed when that delivery ends (promise R9). A
///   subscription misses no notification that is posted after the subscribe call has returned, and no notification
///   arrives twice, however many bridges there are.
/// - **Audience.** All subscribers of the bus get the events, including those of `bus.on(NotificationEvent.self)`, with
///   or without a subtype. But a subscription made on the bus itself does not make the bridge observe a name. It gets
///   nothing for names that have neither a subscription through the bridge nor a ``carry(_:fileID:line:)``.
/// - **To the center.** ``forward(_:as:fileID:line:userInfo:)`` posts inside the dispatch. A notification that the
///   bridge has posted does not come back to the same bus, and ``forward(_:fileID:line:)`` does not post an event to
///   the center it came from. So a name can be carried in both directions.
/// - **Life.** The bridge can be dropped; what was made with it continues. The bridge does not keep the bus alive. When
///   the bus is deallocated, its subscriptions and the observers end.
///
/// Threading: every member may be called from any thread, even while other threads post. No lock is held while the
/// center is called (promise R4).
///
/// Source: QTEventBus's `subscribeNotification`. It lost the observer when one subscriber left while another came, and
/// it had no observer for subscribers of the type.
public final class NotificationBridge: Sendable {
  /// The `userInfo` key under which a notification carries the bus that it comes from.
  public static let originKey = "switchboard.bus"

  private let listeners: NotificationListeners

  /// Creates a bridge between `center` and `bus`. The bridge observes nothing until a subscription or
  /// ``carry(_:fileID:line:)`` needs a name. O(1).
  ///
  /// - Parameters:
  ///   - center: The center whose notifications become events, such as `.default`.
  ///   - bus: The bus on which the events are dispatched, held weakly.
  public init(from center: NotificationCenter, to bus: EventBus) { listeners = .of(center, bus) }

  /// The number of observers in the center: one for each name that this bridge, or another bridge of the same center
  /// and bus, observes. O(observed names).
  public var observerCount: Int { listeners.observerCount }

  /// Begins a subscription to notifications of one name or several names. If the bus is deallocated, the subscription
  /// gets nothing.
  ///
  /// - Parameters:
  ///   - name: The name of the notifications.
  ///   - others: Further names. A notification of any of them is handled.
  public func on(_ name: Notification.Name, _ others: Notification.Name...) -> NotificationSelection {
    let names = ([name] + others).reduce(into: [Notification.Name]()) { if !$0.contains($1) { $0.append($1) } }
    return NotificationSelection(
      _selection: names.reduce(listeners.bus.events) { $0.subtype($1.rawValue) }, listeners: listeners,
      names: names)
  }

  /// Dispatches notifications of a name on the bus until the returned object is disposed, with or without subscriptions
  /// through the bridge. Use this for subscribers that do not know the bridge.
  ///
  /// - Parameter name: The name of the notifications.
  public func carry(
    _ name: Notification.Name, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> any Disposable {
    let listener = Listener(listeners, [name])
    Probe.made(listener, as: Listener.self, name: name.rawValue, fileID: fileID, line: line)
    listener.start()
    // The action holds the listener, and is released after it has run.
    return ActionDisposable { keepAlive(listener) }
  }

  /// Posts each event of a selection of this bridge's bus as a notification, until the subscription is disposed or the
  /// bus is deallocated.
  ///
  /// `userInfo` returns the dictionary that the notification carries. `userInfo` is called once for each event.
  ///
  /// - Parameters:
  ///   - selection: The events to post, with queue, priority and the rest.
  ///   - name: The name of the notifications.
  ///   - userInfo: Returns the dictionary of the notification for an event, or nil.
  @discardableResult
  public func forward<Value>(
    _ selection: EventSelection<Value>, as name: Notification.Name, fileID: StaticString = #fileID,
    line: UInt32 = #line, userInfo: @escaping @Sendable (Value) -> [AnyHashable: Any]? = { _ in nil }
  ) -> Subscription {
    let (center, bus) = (listeners.center, listeners.bus)
    return selection.next(fileID: fileID, line: line) { event in
      center.post(name: name, object: nil, userInfo: marked(userInfo(event), bus))
    }
  }

  /// Posts each ``NotificationEvent`` of a name, unless the event came from the center of this bridge.
  ///
  /// - Parameter name: The name of the events and of the notifications.
  @discardableResult
  public func forward(
    _ name: Notification.Name, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    let (center, bus) = (listeners.center, listeners.bus)
    return bus.events.subtype(name.rawValue).next(fileID: fileID, line: line) { event in
      if event.center === center { return }
      center.post(name: name, object: event.object, userInfo: marked(event.userInfo, bus))
    }
  }
}

private func marked(_ userInfo: [AnyHashable: Any]?, _ bus: BusReference) -> [AnyHashable: Any] {
  var marked = userInfo ?? [:]
  marked[NotificationBridge.originKey] = bus
  return marked
}

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

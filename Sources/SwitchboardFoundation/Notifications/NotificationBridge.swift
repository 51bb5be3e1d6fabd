public import Foundation
public import SwitchboardBroadcast
public import SwitchboardBus
internal import SwitchboardSignals

/// Notifications as events of a bus, and events as notifications: for code that posts, and code that has a bus.
///
/// ```swift
/// let bridge = NotificationBridge(.default, bus)
/// bridge.on(.userDidLogIn).priority(1).next { event in greet(event.userInfo?["name"]) }       // center → bus
/// bridge.forward(bus.on(Login.self), as: .userDidLogIn) { ["name": $0.user] }                 // bus → center
/// ```
/// - **From the center.** While anybody is subscribed to a name through the bridge, or ``carry(_:)`` says so, the bridge has one observer of
///   the name in the center, which dispatches a ``NotificationEvent`` on the bus, inside the post, on the poster's thread. When the last
///   subscription ends, the observer is removed before the call that ended it returns, or, if the bus delivers just then,
///   when that delivery ends (R9). A subscription that has been made misses nothing that is posted later; no notification comes twice.
/// - **Who hears of it.** All subscribers of the bus, also those of `bus.on(NotificationEvent.self)`, with or without a subtype. But those call for nothing: of the
///   names that nobody subscribes to through the bridge, or has carried, they hear nothing.
/// - **To the center.** ``forward(_:as:fileID:line:userInfo:)`` posts inside the dispatch. What the bridge has posted does not come back to the same
///   bus, and what came from a center is not posted there again: so names can be carried both ways.
/// - **Life.** The bridge can be dropped; what was made with it goes on. It does not keep the bus: if the bus goes, its
///   subscriptions end, and the observers with them.
///
/// Threading: every member may be called from any thread, also while others post. No lock is held while the center is called (R4).
///
/// Source: QTEventBus's `subscribeNotification`, which lost the observer when one unsubscribed as another came, and had none for
/// subscribers of the type.
public final class NotificationBridge: Sendable {
  /// Under this key of the dictionary notifications say which bus they come from.
  public static let originKey = "switchboard.bus"

  private let listeners: NotificationListeners

  public init(_ center: NotificationCenter, _ bus: EventBus) { listeners = NotificationListeners(center, bus) }

  /// Observers that the bridge has in the center: one for each name that is listened for. O(those).
  public var observerCount: Int { listeners.observerCount }

  /// Begins a subscription to notifications of a name, or of several. If the bus is gone, to nothing.
  public func on(_ name: Notification.Name, _ others: Notification.Name...) -> NotificationSelection {
    let names = ([name] + others).reduce(into: [Notification.Name]()) { if !$0.contains($1) { $0.append($1) } }
    return NotificationSelection(
      selection: names.reduce(listeners.bus.events) { $0.subtype($1.rawValue) }, listeners: listeners,
      names: names)
  }

  /// Has notifications of a name arrive on the bus until what is returned is disposed, whoever is subscribed: for subscribers who do not know the
  /// bridge.
  public func carry(_ name: Notification.Name) -> any Disposable {
    let listener = Listener(listeners, [name])
    listener.start()
    // The action holds it, and is released after it has run.
    return ActionDisposable { withExtendedLifetime(listener) {} }
  }

  /// Posts each event of a selection, of this bridge's bus, as a notification. Until the subscription is disposed, or the bus goes.
  ///
  /// - Parameter userInfo: What the notification carries. Called with each event.
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

  /// Posts each ``NotificationEvent`` of a name that somebody else than the center has dispatched on the bus.
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

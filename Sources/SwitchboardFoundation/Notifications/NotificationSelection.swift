import Foundation
public import SwitchboardBroadcast
public import SwitchboardBus
public import SwitchboardSignals

/// Which notifications a subscription is for: the chain between ``NotificationBridge/on(_:_:)`` and a handler. The bridge observes their names
/// for as long as the subscription lasts.
///
/// Steps and endings are those of `EventSelection`, where their promises stand. Nothing is observed before the ending.
public struct NotificationSelection: BridgedSelection {
  public var selection: EventSelection<NotificationEvent>
  let listeners: NotificationListeners
  let names: [Notification.Name]

  /// Subscribes: calls `handler` with each notification, inside the post, or on the queue that was asked for.
  @discardableResult
  public func next(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ handler: @escaping @Sendable (NotificationEvent) -> Void
  ) -> Subscription {
    listening { listener in
      selection.next(fileID: fileID, line: line) { event in withExtendedLifetime(listener) { handler(event) } }
    }
  }

  /// Calls `handler` on the main actor: at once if the post is made there, else by the main queue.
  @discardableResult
  public func next(
    on mainActor: MainActor.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @MainActor @Sendable (NotificationEvent) -> Void
  ) -> Subscription {
    listening { listener in
      selection.next(on: mainActor, fileID: fileID, line: line) { event in
        withExtendedLifetime(listener) { handler(event) }
      }
    }
  }

  /// Calls an asynchronous handler, in a task of the subscription's own. Its errors go to the bus's `failures`.
  @discardableResult
  public func task(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (NotificationEvent) async throws -> Void
  ) -> Subscription {
    listening { listener in
      selection.task(fileID: fileID, line: line) { event in
        try await handler(event)
        withExtendedLifetime(listener) {}
      }
    }
  }

  /// The notifications as a signal: each of its subscriptions is one of the bus, and listens.
  public var signal: Signal<NotificationEvent, Never> {
    let (selection, listeners, names) = (selection, listeners, names)
    return .using(
      {
        let listener = Listener(listeners, names)
        listener.start()
        // The action holds it, and is released after it has run.
        return ActionDisposable { withExtendedLifetime(listener) {} }
      }, { _ in selection.signal })
  }

  /// The notifications as an asynchronous sequence, which keeps them until they are read.
  public var values: SignalValues<NotificationEvent, Never> { signal.values }

  /// Subscribes, then listens. A subscription that has ended by then has let go of the listener, and this lets go of it last.
  private func listening(_ subscribe: (Listener) -> Subscription) -> Subscription {
    let listener = Listener(listeners, names)
    let subscription = subscribe(listener)
    if !subscription.isDisposed { listener.start() }
    return subscription
  }
}

import Foundation
public import SwitchboardBroadcast
public import SwitchboardBus
public import SwitchboardSignals

/// The notifications that a subscription is for: the chain between ``NotificationBridge/on(_:_:)`` and a handler. The
/// bridge observes the names for as long as the subscription lasts.
///
/// Steps and endings are those of `EventSelection`, which documents their promises. Nothing is observed before the
/// ending.
public struct NotificationSelection: BridgedSelection {
  /// The selection of the bus. Not API.
  public var _selection: EventSelection<NotificationEvent>
  let listeners: NotificationListeners
  let names: [Notification.Name]

  /// Subscribes: calls `handler` with each notification, inside the post, or on the queue of
  /// ``BridgedSelection/queue(_:)``.
  ///
  /// - Parameter handler: Called with each notification.
  @discardableResult
  public func next(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ handler: @escaping @Sendable (NotificationEvent) -> Void
  ) -> Subscription {
    listening { listener in
      _selection.next(fileID: fileID, line: line) { event in withExtendedLifetime(listener) { handler(event) } }
    }
  }

  /// Calls `handler` on the main actor: immediately if the notification is posted there, otherwise through the main
  /// queue.
  ///
  /// - Parameters:
  ///   - mainActor: `MainActor.self`, where the handler runs.
  ///   - handler: Called on the main actor with each notification.
  @discardableResult
  public func next(
    on mainActor: MainActor.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @MainActor @Sendable (NotificationEvent) -> Void
  ) -> Subscription {
    listening { listener in
      _selection.next(on: mainActor, fileID: fileID, line: line) { event in
        withExtendedLifetime(listener) { handler(event) }
      }
    }
  }

  /// Calls an asynchronous handler, in the subscription's own task. Its errors go to the bus's `failures`.
  ///
  /// - Parameter handler: Called with each notification. The next call begins when this one has returned.
  @discardableResult
  public func task(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (NotificationEvent) async throws -> Void
  ) -> Subscription {
    listening { listener in
      _selection.task(fileID: fileID, line: line) { event in
        try await handler(event)
        keepAlive(listener)
      }
    }
  }

  /// The notifications as a signal. Each subscription of the signal is a subscription of the bus, and observes the
  /// names.
  public var signal: Signal<NotificationEvent, Never> {
    let (selection, listeners, names) = (_selection, listeners, names)
    return .using(
      {
        let listener = Listener(listeners, names)
        listener.start()
        // The action holds the listener, and is released after it has run.
        return ActionDisposable { keepAlive(listener) }
      }, { _ in selection.signal })
  }

  /// The notifications as an asynchronous sequence, which keeps notifications until they are read.
  public var values: SignalValues<NotificationEvent, Never> {
    signal.values(buffering: .unbounded, fileID: "NotificationSelection.values", line: 0)
  }

  /// Subscribes, then starts the listener. If the subscription ends meanwhile, its handler releases the listener. Then
  /// this function releases the listener last, which stops the listening.
  private func listening(_ subscribe: (Listener) -> Subscription) -> Subscription {
    let listener = Listener(listeners, names)
    let subscription = subscribe(listener)
    if !subscription.isDisposed { listener.start() }
    return subscription
  }
}

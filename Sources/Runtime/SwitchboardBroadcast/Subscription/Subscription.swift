/// One subscriber's place among the subscribers of a subject, a key or an event type, and the handle that ends it.
///
/// Releasing the handle ends nothing. A subscription lasts until it is disposed, until the terminal event has been
/// delivered, or until the source is deallocated. To end a subscription with an object, subscribe with `owner:`; to end
/// several subscriptions together, subscribe with `into:`.
///
/// Two subscriptions are equal if they are handles of the same subscriber.
///
/// Cost: one reference; a copy retains it. Threading: every member may be called from any thread, also from inside the
/// handler.
public struct Subscription: Disposable, Hashable {
  @usableFromInline package let node: SubscriptionNode

  @inlinable package init(_ node: SubscriptionNode) { self.node = node }

  /// Whether this subscription has ended, by ``dispose()``, by the terminal event, or with its source or its owner.
  /// O(1).
  @inlinable public var isDisposed: Bool { node.isDisposed }

  /// Ends the subscription. Does nothing if the subscription has ended already (promise R11).
  ///
  /// After the return, no delivery that begins later calls the handler, and neither does the rest of a delivery in
  /// progress on this thread. A delivery in progress on another thread makes at most the call that it had begun
  /// (promise R3). The handler is released before the return, or, if a delivery is in progress, at the end of the
  /// current event; on a bus, when the dispatches in progress have ended (promise R9).
  ///
  /// Cost: O(1) amortised; no allocation.
  @inlinable public func dispose() { node.dispose() }

  /// Returns whether both are handles of the same subscriber. O(1).
  @inlinable public static func == (left: Subscription, right: Subscription) -> Bool { left.node === right.node }

  /// Hashes the identity of the subscriber. O(1).
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(node)) }
}

extension Subscription {
  /// A new subscription that has ended.
  @usableFromInline package static var ended: Subscription {
    let node = SubscriptionNode(waitable: false)
    _ = node.end()
    return Subscription(node)
  }
}

extension Subscription: CustomReflectable {
  /// A mirror with ``isDisposed`` only, so that `dump` prints nothing of the handler.
  public var customMirror: Mirror { Mirror(self, children: ["isDisposed": isDisposed]) }
}

/// A subscription that can wait for the calls of its handler. `PublishSubject.subscribeWaitable` makes it. Releasing
/// the handle ends nothing. Each delivery costs about 5 ns more than a delivery to a ``Subscription``.
///
/// Threading: every member may be called from any thread; see ``disposeAndWait()``.
public struct WaitableSubscription: Disposable, Hashable {
  /// The same subscription, without the ability to wait.
  public let subscription: Subscription

  /// - Precondition: `node` is waitable.
  @inlinable package init(_ node: SubscriptionNode) { subscription = Subscription(node) }

  /// Whether this subscription has ended. See ``Subscription/isDisposed``.
  @inlinable public var isDisposed: Bool { subscription.isDisposed }

  /// Ends the subscription and does not wait. See ``Subscription/dispose()``.
  @inlinable public func dispose() { subscription.dispose() }

  /// Ends the subscription, and returns when no call of its handler is running and none can begin (promise R3).
  ///
  /// What the handler uses may be torn down after the return. This function blocks its thread, and waits only for calls
  /// of this handler on other threads. Two handlers that wait for each other wait forever.
  ///
  /// - Precondition: The caller is not inside the handler. Call ``dispose()`` there.
  @available(*, noasync, message: "disposeAndWait() blocks the thread; write `await disposeAndWait()`")
  public func disposeAndWait() { subscription.node.disposeAndWait() }

  /// Ends the subscription, and returns when no call of its handler is running and none can begin (promise R3). Blocks
  /// no thread: the task is suspended meanwhile.
  ///
  /// Cancelling the task does not shorten the wait, because what the handler uses may be torn down after the return. A
  /// task that the handler starts may wait: the task continues after the handler has returned. Two handlers that wait
  /// for each other wait forever, and so does a handler that waits for such a task.
  public func disposeAndWait() async { await subscription.node.disposeAndSuspend() }
}

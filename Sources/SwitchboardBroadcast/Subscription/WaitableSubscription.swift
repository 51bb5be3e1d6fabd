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
  /// no thread: the task is suspended meanwhile. Cancelling the task does not shorten the wait. Two
  /// handlers that wait for each other wait forever.
  public func disposeAndWait() async { await subscription.node.disposeAndSuspend() }
}

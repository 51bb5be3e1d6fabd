public import SwitchboardBroadcast
import Synchronization

/// A disposable that runs an action once, when it is disposed, with no lock held (promise R4). Source: RACDisposable.
public final class ActionDisposable: Disposable {
  private let action: Lock<(@Sendable () -> Void)?>
  private let disposed = Atomic<Bool>(false)
  private let membership = Membership()

  /// - Parameter action: Runs on the thread that disposes. Released after it has run.
  public init(_ action: @escaping @Sendable () -> Void) { self.action = Lock(action) }

  /// Whether ``dispose()`` has been called; true before the action runs. O(1), no lock.
  public var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  /// Runs the action on this thread, and releases it. A second call does nothing, and does not wait for the first.
  public func dispose() {
    if disposed.exchange(true, ordering: .acquiringAndReleasing) { return }
    let action = action.withLock { action in
      let taken = action
      action = nil
      return taken
    }
    action?()
    membership.end()
  }
}

extension ActionDisposable: DisposableObject {
  @usableFromInline package func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? {
    body(membership)
  }
}

import SwitchboardBroadcast
import Synchronization

/// A scheduled action. The action is released when it has run or has been disposed, whichever comes first.
package final class ScheduledWork: Disposable, DisposableObject {
  private let action: Lock<(@Sendable () -> Void)?>
  private let disposed = Atomic<Bool>(false)
  private let membership = Membership()

  package init(_ action: @escaping @Sendable () -> Void) { self.action = Lock(action) }

  package var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  package func run() { end()?() }

  package func dispose() { _ = end() }

  private func end() -> (@Sendable () -> Void)? {
    if disposed.exchange(true, ordering: .acquiringAndReleasing) { return nil }
    let action = action.withLock { action in
      let taken = action
      action = nil
      return taken
    }
    membership.end()
    return action
  }

  package func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

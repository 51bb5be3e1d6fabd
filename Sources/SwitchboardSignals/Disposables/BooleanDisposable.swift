public import SwitchboardBroadcast
import Synchronization

/// Remembers that it was disposed: a flag for a loop that should stop. Source: RACDisposable without a block.
public final class BooleanDisposable: Disposable {
  private let disposed = Atomic<Bool>(false)
  private let membership = Membership()

  public init() {}

  public var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  public func dispose() {
    if !disposed.exchange(true, ordering: .acquiringAndReleasing) { membership.end() }
  }

  public func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

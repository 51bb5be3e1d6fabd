public import SwitchboardBroadcast
import Synchronization

/// Holds one disposable at a time, and disposes the one that it replaces.
///
/// Unlike RACSerialDisposable, which hands the replaced one back undisposed, and like RxSwift's and ReactiveSwift's: the
/// other way leaks whenever somebody forgets.
public final class SerialDisposable: Disposable {
  private let current: Lock<(any Disposable)?>
  /// Written under the lock. Read without it too: a bag asks while it holds its own.
  private let disposed = Atomic<Bool>(false)
  private let membership = Membership()

  public init(_ disposable: (any Disposable)? = nil) { current = Lock(disposable) }

  public var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  /// The disposable that is held. Setting it disposes the previous one; once this has been disposed, the new one too.
  public var disposable: (any Disposable)? {
    get { current.withLock { $0 } }
    set {
      let unwanted = current.withLock { current -> (any Disposable)? in
        if disposed.load(ordering: .relaxed) { return newValue }
        let previous = current
        current = newValue
        return previous === newValue ? nil : previous
      }
      unwanted?.dispose()
    }
  }

  public func dispose() {
    let (isFirst, last) = current.withLock { current -> (Bool, (any Disposable)?) in
      let last = current
      current = nil
      return (!disposed.exchange(true, ordering: .acquiringAndReleasing), last)
    }
    last?.dispose()
    if isFirst { membership.end() }
  }

  public func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

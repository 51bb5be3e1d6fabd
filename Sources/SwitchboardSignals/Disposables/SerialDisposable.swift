public import SwitchboardBroadcast
import Synchronization

/// A disposable that holds one disposable at a time, and disposes the disposable that it replaces.
///
/// RACSerialDisposable returns the replaced disposable undisposed, which leaks when the caller forgets the disposal.
/// The types of RxSwift and ReactiveSwift dispose the replaced disposable, as this type does.
public final class SerialDisposable: Disposable {
  private let current: Lock<(any DisposableObject)?>
  /// Whether this disposable has been disposed. Written under the lock. Also read without the lock, because a
  /// `CompositeDisposable` reads it while it holds its own lock.
  private let disposed = Atomic<Bool>(false)
  private let membership = Membership()

  /// Creates a serial disposable that holds `disposable`, or nothing.
  public init(_ disposable: (any Disposable)? = nil) { current = Lock(disposable?.object) }

  /// Whether this serial disposable has been disposed. Replacing its content does not dispose it. O(1), no lock.
  public var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  /// The disposable that is held. Setting a new disposable disposes the previous disposable. If this serial disposable
  /// has been disposed, the new disposable is disposed immediately instead.
  public var disposable: (any Disposable)? {
    get { current.withLock { $0 }?.asDisposable }
    set {
      let object = newValue?.object
      let unwanted = current.withLock { current -> (any DisposableObject)? in
        if disposed.load(ordering: .relaxed) { return object }
        let previous = current
        current = object
        return previous === object ? nil : previous
      }
      unwanted?.dispose()
    }
  }

  /// Disposes what is held, and from now on each disposable that is set. No lock is held meanwhile (promise R4).
  public func dispose() {
    let (isFirst, last) = current.withLock { current -> (Bool, (any DisposableObject)?) in
      let last = current
      current = nil
      return (!disposed.exchange(true, ordering: .acquiringAndReleasing), last)
    }
    last?.dispose()
    if isFirst { membership.end() }
  }
}

extension SerialDisposable: DisposableObject {
  @usableFromInline package func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? {
    body(membership)
  }
}

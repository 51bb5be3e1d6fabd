public import SwitchboardBroadcast
import Synchronization

// These types are declared beside the registries, which end subscriptions without knowledge of signals. The types are
// part of this module's public interface.

/// A handle that ends one subscription.
public typealias Subscription = SwitchboardBroadcast.Subscription
/// A handle that ends one subscription and can wait until no call of its handler runs.
public typealias WaitableSubscription = SwitchboardBroadcast.WaitableSubscription
/// A protocol for everything that can be ended once: subscriptions, bags, actions, and types of your own.
public typealias Disposable = SwitchboardBroadcast.Disposable
/// A bag: disposes many disposables with one call.
public typealias CompositeDisposable = SwitchboardBroadcast.CompositeDisposable
/// The number of a subject's subscriptions, and the number of places for them.
public typealias Census = SwitchboardBroadcast.Census

/// A disposable that runs an action once, when it is disposed, with no lock held (promise R4).
///
/// Source: RACDisposable.
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
    action.exchange(nil)?()
    membership.end()
  }
}

extension ActionDisposable: DisposableObject {
  @usableFromInline package func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? {
    body(membership)
  }
}

/// A disposable that holds one disposable at a time, and disposes the disposable that it replaces.
///
/// RACSerialDisposable returns the replaced disposable undisposed, which leaks when the caller forgets the disposal.
/// The types of RxSwift and ReactiveSwift dispose the replaced disposable, as this type does.
public final class SerialDisposable: Disposable {
  private let current: Lock<(any DisposableObject)?>
  /// Whether this disposable has been disposed. Written before `current` is emptied, and read under its lock. So a
  /// disposable that is set meanwhile is either disposed by the setter, or found in `current`.
  private let disposed = Atomic<Bool>(false)
  private let membership = Membership()

  /// Creates a serial disposable that holds `disposable`, or nothing.
  ///
  /// - Parameter disposable: What is disposed with this disposable, or when something else takes its place.
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
    if disposed.exchange(true, ordering: .acquiringAndReleasing) { return }
    current.exchange(nil)?.dispose()
    membership.end()
  }
}

extension SerialDisposable: DisposableObject {
  @usableFromInline package func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? {
    body(membership)
  }
}

/// A disposable that disposes its content when it is deallocated. Releasing a subscription, a bag or an action ends
/// nothing.
///
/// Source: RACScopedDisposable.
public final class ScopedDisposable: Disposable {
  private let object: any DisposableObject

  /// Creates a disposable that disposes `disposable` when it is deallocated. A disposable that you implement costs one
  /// allocation more.
  ///
  /// - Parameter disposable: What is disposed at the end of the scope.
  public init<Content: Disposable>(_ disposable: Content) { object = disposable.object }

  deinit { object.dispose() }

  /// Whether the content has been disposed.
  public var isDisposed: Bool { object.isDisposed }

  /// Disposes the content now.
  public func dispose() { object.dispose() }
}

extension ScopedDisposable: DisposableObject {
  @usableFromInline package var isForeign: Bool { object.isForeign }

  /// Lends the membership of the content, because this disposable and its content end together.
  @usableFromInline package func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? {
    object.withMembership(body)
  }
}

extension Disposable {
  /// A ``ScopedDisposable`` that disposes this disposable when it is deallocated. A scoped disposable returns itself.
  public var scoped: ScopedDisposable { self as? ScopedDisposable ?? ScopedDisposable(self) }
}

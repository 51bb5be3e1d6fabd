public import SwitchboardBroadcast

/// A disposable that disposes its content when it is deallocated. Releasing a subscription, a bag or an action ends
/// nothing. Source: RACScopedDisposable.
public final class ScopedDisposable: Disposable {
  private let object: any DisposableObject

  /// Creates a disposable that disposes `disposable` when it is deallocated. A disposable that you implement costs one
  /// allocation more.
  public init<Content: Disposable>(_ disposable: Content) { object = disposable.object }

  deinit { object.dispose() }

  /// Whether the content has been disposed.
  public var isDisposed: Bool { object.isDisposed }

  /// Disposes the content now.
  public func dispose() { object.dispose() }
}

extension ScopedDisposable: DisposableObject {
  /// Lends the membership of the content, because this disposable and its content end together.
  @usableFromInline package func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? {
    object.withMembership(body)
  }
}

extension Disposable {
  /// A ``ScopedDisposable`` that disposes this disposable when it is deallocated. A scoped disposable returns itself.
  public var scoped: ScopedDisposable { self as? ScopedDisposable ?? ScopedDisposable(self) }
}

public import SwitchboardBroadcast

/// A disposable that disposes its content when it is deallocated. Releasing the handle of any other disposable ends
/// nothing. Source: RACScopedDisposable.
public final class ScopedDisposable: Disposable {
  private let object: any DisposableObject

  public init<Content: Disposable>(_ disposable: Content) { object = disposable.object }

  deinit { object.dispose() }

  public var isDisposed: Bool { object.isDisposed }
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

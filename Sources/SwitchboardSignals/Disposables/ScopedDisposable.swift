public import SwitchboardBroadcast

/// A disposable that disposes its content when it is deallocated. Releasing the handle of any other disposable ends
/// nothing. Source: RACScopedDisposable.
public final class ScopedDisposable: Disposable {
  private let disposable: any Disposable

  public init(_ disposable: any Disposable) { self.disposable = disposable }

  deinit { disposable.dispose() }

  public var isDisposed: Bool { disposable.isDisposed }
  public func dispose() { disposable.dispose() }

  /// Lends the membership of the content, because this disposable and its content end together.
  public func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? {
    disposable.withMembership(body)
  }
}

extension Disposable {
  /// A ``ScopedDisposable`` that disposes this disposable when it is deallocated. A scoped disposable returns itself.
  public var scoped: ScopedDisposable { self as? ScopedDisposable ?? ScopedDisposable(self) }
}

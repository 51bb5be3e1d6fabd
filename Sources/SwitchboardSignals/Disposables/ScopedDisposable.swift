public import SwitchboardBroadcast

/// Disposes what it holds when it goes: the one disposable whose loss has an effect. Source: RACScopedDisposable.
public final class ScopedDisposable: Disposable {
  private let disposable: any Disposable

  public init(_ disposable: any Disposable) { self.disposable = disposable }

  deinit { disposable.dispose() }

  public var isDisposed: Bool { disposable.isDisposed }
  public func dispose() { disposable.dispose() }

  /// That of what it holds: who ends either ends both.
  public func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? {
    disposable.withMembership(body)
  }
}

extension Disposable {
  /// This, ended when the result goes. A scoped disposable is itself.
  public var scoped: ScopedDisposable { self as? ScopedDisposable ?? ScopedDisposable(self) }
}

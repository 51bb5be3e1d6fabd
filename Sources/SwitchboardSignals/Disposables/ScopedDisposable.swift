public import SwitchboardBroadcast

/// Disposes what it holds when it goes: the one disposable whose loss has an effect. Source: RACScopedDisposable.
public final class ScopedDisposable: Disposable {
  private let disposable: any Disposable

  public init(_ disposable: any Disposable) { self.disposable = disposable }

  deinit { disposable.dispose() }

  public var isDisposed: Bool { disposable.isDisposed }
  public func dispose() { disposable.dispose() }
}

extension Disposable {
  /// This, ended when the result goes. A scoped disposable is itself.
  public var scoped: ScopedDisposable { self as? ScopedDisposable ?? ScopedDisposable(self) }
}

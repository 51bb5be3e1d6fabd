/// Ends something, once.
///
/// A type of yours conforms with these two members, and can then be put into a bag, bound to a lifetime, or returned by
/// a producer. Every disposable of this library may be disposed from any thread, also from inside what it ends; a
/// second call does nothing (promise R11). Releasing a disposable ends nothing, except with `ScopedDisposable`,
/// `BoardPause` and `ProcessLifecycle`. Source: RACDisposable.
public protocol Disposable: Sendable {
  /// Whether the disposable has ended or is ending. True before the disposal's action runs. O(1). Must call no
  /// other code, because a composite reads this property while it holds its lock.
  var isDisposed: Bool { get }

  /// Ends what the disposable stands for. A second caller returns immediately and does not wait for the first.
  func dispose()
}

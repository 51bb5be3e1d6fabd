/// Ends something, once.
///
/// Every disposable of this library may be disposed from any thread, also from inside what it ends; a second call does
/// nothing (promise R11). Releasing a disposable ends nothing, except with `ScopedDisposable`. Source: RACDisposable.
public protocol Disposable: AnyObject, Sendable {
  /// Whether the disposable has ended or is ending. True before the disposal's action runs. O(1). A plain read, because
  /// a composite reads this property while it holds its lock.
  var isDisposed: Bool { get }

  /// Ends what the disposable stands for. A second caller returns immediately and does not wait for the first.
  func dispose()

  /// Calls `body` with the ``Membership`` that this disposable keeps, so that the disposable can leave its
  /// ``CompositeDisposable`` in O(1) when it ends. The default keeps none and returns nil; such a disposable leaves
  /// when the composite next makes room.
  func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result?
}

extension Disposable {
  public func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { nil }
}

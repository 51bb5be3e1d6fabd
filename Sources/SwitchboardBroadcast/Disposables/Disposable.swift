/// Ends something, once.
///
/// Every disposable of this library may be disposed from any thread, also from inside what it ends; a second call does
/// nothing (R11). Dropping one ends nothing, except `ScopedDisposable`. Source: RACDisposable.
public protocol Disposable: AnyObject, Sendable {
  /// Whether it has ended or is ending. True before the disposal's action runs. O(1). A plain read: composites ask while
  /// they hold their lock.
  var isDisposed: Bool { get }

  /// Ends it. A second caller returns at once and does not wait for the first.
  func dispose()

  /// Lends the place that this keeps for the ``CompositeDisposable`` it is in, so that it can leave it in O(1) when it
  /// ends. Nil, the default, if it keeps none; then it leaves when the composite next makes room.
  func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result?
}

extension Disposable {
  public func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { nil }
}

/// Ends something, once.
///
/// A type of yours conforms with these two members, and can then be put into a bag, bound to a lifetime, or returned by
/// a producer. Every disposable of this library may be disposed from any thread, also from inside what it ends; a
/// second call does nothing (promise R11). Releasing a disposable ends nothing, except with `ScopedDisposable`,
/// `BoardPause` and `ProcessLifecycle`. Source: RACDisposable.
public protocol Disposable: Sendable {
  /// Whether the disposable has ended or is ending. True before the disposal's action runs. O(1). No lock of this
  /// library is held while it is read (promise R4).
  var isDisposed: Bool { get }

  /// Ends what the disposable stands for. A second caller returns immediately and does not wait for the first.
  func dispose()
}

/// A disposable in the form in which bags and chains store it: a reference of 16 bytes with an identity. A value of
/// type `any Disposable` takes 40 bytes.
///
/// Subscription nodes and the disposables of this library are such objects. A ``DisposableBox`` stands for a disposable
/// that a user implements.
@usableFromInline
package protocol DisposableObject: AnyObject, Sendable {
  /// See ``Disposable/isDisposed``.
  var isDisposed: Bool { get }

  /// Whether ``isDisposed`` runs code of the user, which must not happen under a lock (promise R4).
  var isForeign: Bool { get }

  /// See ``Disposable/dispose()``.
  func dispose()

  /// Calls `body` with the ``Membership`` that this object keeps, so that the object can leave its
  /// ``CompositeDisposable`` in O(1) when it ends. The default keeps none and returns nil; such an object leaves when
  /// the composite next makes room.
  func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result?

  /// The disposable that this object stands for, as the user knows it.
  var asDisposable: any Disposable { get }
}

extension DisposableObject {
  @usableFromInline package var isForeign: Bool { false }

  @usableFromInline
  package func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { nil }
}

extension DisposableObject where Self: Disposable {
  @usableFromInline package var asDisposable: any Disposable { self }
}

extension Disposable {
  /// The object that stands for this disposable. O(1); for a disposable that a user implements, one allocation.
  @inlinable package var object: any DisposableObject {
    if Self.self == Subscription.self { return (self as! Subscription).node }
    return existingObject ?? DisposableBox(self)
  }

  /// The object that stands for this disposable, or nil if every ``object`` is a new box.
  @usableFromInline package var existingObject: (any DisposableObject)? {
    // The comparison costs less than a cast that fails.
    if Self.self == Subscription.self { return (self as! Subscription).node }
    if Self.self == WaitableSubscription.self { return (self as! WaitableSubscription).subscription.node }
    return self as? any DisposableObject
  }
}

/// The object that stands for a disposable that a user implements.
@usableFromInline
final class DisposableBox: DisposableObject {
  let content: any Disposable

  @usableFromInline init(_ content: any Disposable) { self.content = content }

  @usableFromInline var isDisposed: Bool { content.isDisposed }
  @usableFromInline var isForeign: Bool { true }
  @usableFromInline func dispose() { content.dispose() }
  @usableFromInline var asDisposable: any Disposable { content }

  /// The content, if it is an object.
  var contentObject: AnyObject? { type(of: content) is AnyClass ? content as AnyObject : nil }
}

public import SwitchboardBroadcast

/// The subscriptions that feed a subject, a property or an observer. Most of these objects are fed by no subscription,
/// so the composite is made with the first.
@usableFromInline
struct Upstreams: ~Copyable, Sendable {
  @usableFromInline let composite = LazyObject<CompositeDisposable>()

  @inlinable init() {}

  /// Adds a subscription. If the upstreams have been disposed, disposes the subscription immediately.
  @usableFromInline
  borrowing func add(_ disposable: any Disposable) {
    composite.object { CompositeDisposable() }.add(disposable)
  }

  /// Ends the subscriptions, and all that are added later.
  @usableFromInline
  borrowing func dispose() {
    composite.object { Self.disposed }.dispose()
  }

  /// Ends the subscriptions of an object that is being deallocated, to which none can be added any more.
  @usableFromInline
  borrowing func close() {
    guard let composite = composite.object else { return }
    for case let connection as UpstreamConnection in composite.members { connection.isOrphan.raise() }
    composite.dispose()
  }

  private static let disposed = {
    let composite = CompositeDisposable()
    composite.dispose()
    return composite
  }()
}

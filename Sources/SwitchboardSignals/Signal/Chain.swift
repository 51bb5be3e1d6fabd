public import SwitchboardBroadcast

/// The subscription of a signal: the end of a chain of operators, and all that is upstream of it.
///
/// ```
/// user ──▶ Chain ──strong──▶ upstream: a subject's node, an observer, a user's disposable
///            ▲                   │
///            └──── captured by ──┘ its handler, that is the wrapped sinks down to the user's handler
/// ```
/// The cycle is cut when the chain ends, by disposal, by the terminal event, or because its source died: upstream is let
/// go of, so the source releases the sinks, as promptly as R9 says.
///
/// A chain whose source died without a terminal event has nobody who holds it but the user; it ends then too, so that
/// what waits for its disposal is told. Of several sources each has a ``Branch``.
@usableFromInline
class Chain: Subscription, @unchecked Sendable {
  // Sound: `upstream` has its own lock, the rest is atomic.
  @usableFromInline
  struct Upstream: ~Copyable {
    @usableFromInline var first: (any Disposable)?
    @usableFromInline var others: [any Disposable] = []
    @usableFromInline var feeds: CompositeDisposable?
    @inlinable init() {}
  }

  @usableFromInline final let upstream = Lock(Upstream())
  @usableFromInline final let membership = Membership()

  @inlinable init() { super.init(waitable: false) }

  /// In the state: there may be something upstream. In one word with the end, so that who ends a chain to which nothing was added,
  /// such as that of a value in a `flatMap`, needs no lock to know it.
  @inlinable static var hasUpstream: UInt32 { 1 << 31 }

  deinit { if let state = endFromState(), state & Self.hasUpstream != 0 { disposeUpstream() } }

  /// Ends `disposable` with the chain; at once if the chain has ended. So what traces are told of, they are told of before.
  @inlinable
  final func add(_ disposable: any Disposable) {
    SignalProbe.adopted(disposable, by: self)
    let isAdded =
      mark(Self.hasUpstream)
      && upstream.withLock { upstream in
        // Who ended it meanwhile may have been here already.
        if isDisposed { return false }
        if upstream.first == nil { upstream.first = disposable } else { upstream.others.append(disposable) }
        return true
      }
    if !isAdded { disposable.dispose() }
  }

  /// Where a producer's observer puts the signals that it is handed on to, which come and go. Made when first needed.
  var feeds: CompositeDisposable {
    _ = mark(Self.hasUpstream)
    let feeds = upstream.withLock { upstream in
      let feeds = upstream.feeds ?? CompositeDisposable()
      upstream.feeds = feeds
      return feeds
    }
    // If the end came first, nobody else will dispose it.
    if isDisposed { feeds.dispose() }
    return feeds
  }

  /// Lets go of `disposable`, which has done its work. O(what is upstream): an operator that comes and goes with many
  /// keeps them in a ``CompositeDisposable``.
  @inlinable
  final func remove(_ disposable: any Disposable) {
    upstream.withLock { upstream in
      if upstream.first === disposable {
        upstream.first = nil
      } else {
        upstream.others.removeAll { $0 === disposable }
      }
    }
  }

  @inlinable override func detach() { _ = finish() }

  /// Ends the chain, upstream first. Returns false if it had ended already.
  @inlinable
  final func finish() -> Bool {
    guard let state = endFromState() else { return false }
    if state & Self.hasUpstream != 0 { disposeUpstream() }
    membership.end()
    return true
  }

  @inlinable
  final func disposeUpstream() {
    let (first, others, feeds) = upstream.withLock { upstream in
      let taken = (upstream.first, upstream.others, upstream.feeds)
      upstream.first = nil
      upstream.others = []
      upstream.feeds = nil
      return taken
    }
    first?.dispose()
    for disposable in others { disposable.dispose() }
    feeds?.dispose()
  }

  final override func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

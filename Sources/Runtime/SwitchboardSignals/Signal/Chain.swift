public import SwitchboardBroadcast

/// A subscription to a signal: the end of a chain of operators, with everything upstream of this end.
///
/// ```
/// user ──▶ Chain ──strong──▶ upstream: a subject's node, an observer, a user's disposable
///            ▲                   │
///            └──── captured by ──┘ its handler, that is the wrapped sinks down to the user's handler
/// ```
/// The cycle is cut when the chain ends: by disposal, by the terminal event, or because its source was deallocated. The
/// chain then disposes and releases upstream, and the source releases the sinks. Without a delivery in progress, the
/// sinks are released immediately; otherwise at the end of the current event (promise R9).
///
/// A source that lets go of its sink can send no more. The user or a bag may be the only holder of the chain then. The
/// chain ends, so that objects that wait for its disposal are notified: ``isLetGo()``. A source that is silent by its
/// nature marks its chain instead: ``isSilent``. If there are several sources, each source has a ``Branch``.
@usableFromInline
class Chain: SubscriptionNode, @unchecked Sendable {
  // Sound: `upstream` has its own lock; the other properties are atomic.
  @usableFromInline
  struct Upstream: Sendable {
    // Two objects in place, because most chains have no more.
    @usableFromInline var first: (any DisposableObject)?
    @usableFromInline var second: (any DisposableObject)?
    @usableFromInline var others: [any DisposableObject] = []
    @usableFromInline var added: CompositeDisposable?
    @inlinable init() {}
  }

  @usableFromInline final let upstream = Lock(Upstream())
  @usableFromInline final let membership = Membership()

  @usableFromInline init() { super.init(waitable: false) }

  /// The bit of the state that says that something may be upstream. The bit shares a word with the active bit. So
  /// ending a chain to which nothing was added, such as the chain of a value in a `flatMap`, needs no lock.
  @inlinable static var hasUpstream: UInt32 { 1 << 31 }

  /// The bit of the state that says that the source is silent.
  @inlinable static var silent: UInt32 { 1 << 30 }

  deinit { if let state = endFromState(), state & Self.hasUpstream != 0 { disposeUpstream() } }

  /// Disposes `disposable` when the chain ends, or immediately if the chain has ended.
  @inlinable @_disfavoredOverload
  final func add<Upstream: Disposable>(_ disposable: Upstream) { add(disposable.object) }

  /// Disposes `object` when the chain ends, or immediately if the chain has ended. Traces learn of `object` first,
  /// because the disposal may be immediate.
  @usableFromInline
  final func add(_ object: any DisposableObject) {
    Probe.adopted(object, by: self)
    let isAdded =
      mark(Self.hasUpstream)
      && upstream.withLock { upstream in
        // Another thread may have ended the chain meanwhile, and may already have emptied `upstream`.
        if isDisposed { return false }
        if upstream.first == nil {
          upstream.first = object
        } else if upstream.second == nil, upstream.others.isEmpty {
          upstream.second = object
        } else {
          upstream.others.append(object)
        }
        return true
      }
    if !isAdded { object.dispose() }
  }

  /// The subscriptions that feed a producer's observer: ``Observer/add(upstream:)`` adds them. A composite, because
  /// these subscriptions come and go. Made when first needed.
  var upstreams: CompositeDisposable {
    _ = mark(Self.hasUpstream)
    let upstreams = upstream.withLock { upstream in
      let upstreams = upstream.added ?? CompositeDisposable()
      upstream.added = upstreams
      return upstreams
    }
    // If the chain ended first, no other code disposes `upstreams`.
    if isDisposed { upstreams.dispose() }
    return upstreams
  }

  /// Releases `object`, which has done its work, without disposing it. O(objects upstream): an operator that adds and
  /// removes many objects keeps them in a ``CompositeDisposable``.
  @usableFromInline
  final func remove(_ object: any DisposableObject) {
    upstream.withLock { upstream in
      if upstream.first === object {
        upstream.first = nil
      } else if upstream.second === object {
        upstream.second = nil
      } else {
        upstream.others.removeAll { $0 === object }
      }
    }
  }

  @usableFromInline override func detach() { _ = finish() }

  /// Ends the chain, because its source has let go of the sink without a terminal event: nothing can be sent any more.
  /// While a source of the chain is silent, the chain goes on instead, for as long as a handle, a bag or an owner keeps
  /// it.
  @usableFromInline final func isLetGo() { if !isDisposed, !isSilent { abandon() } }

  /// Ends what a source that has let go of its sink ends.
  func abandon() { dispose() }

  /// Returns the ``InnerPlace`` of the flattening that is being attached with this chain, if it is nested.
  func takePlace() -> InnerPlace? { nil }

  /// Notes that the source of this chain sends nothing and never ends.
  @usableFromInline final func fallSilent() { _ = mark(Self.silent) }

  /// Whether the chain goes on although a source of it has let go of its sink. O(chains upstream).
  ///
  /// A loop that notes where it was, because users put chains and bags into each other, in circles and to any depth.
  /// What a user's bag holds is no source of the chain, so of bags only the operators' own branches count.
  final var isSilent: Bool {
    if !isMarked(Self.silent | Self.hasUpstream) { return false }
    var seen: Set<ObjectIdentifier> = []
    var rest: [any DisposableObject] = [self]
    while let object = rest.popLast() {
      if let chain = object as? Chain {
        if chain.isDisposed || chain.isMarked(Branch.side) || !seen.insert(ObjectIdentifier(chain)).inserted {
          continue
        }
        if chain.isMarked(Self.silent) { return true }
        if chain.isMarked(Self.hasUpstream) { rest += chain.objects }
      } else if let bag = object as? CompositeDisposable {
        rest += bag.members.filter { $0 is Branch }
      } else if let running = object as? RunningInner {
        if let branch = running.branch { rest.append(branch) }
      } else if let shared = object as? SharedConnection {
        if let connection = shared.connection { rest.append(connection) }
      }
    }
    return false
  }

  /// The objects upstream, which end with the chain.
  final var objects: [any DisposableObject] {
    let upstream = upstream.withLock { $0 }
    return [upstream.first, upstream.second].compactMap { $0 } + upstream.others + (upstream.added?.members ?? [])
  }

  /// Ends the chain and disposes upstream. Returns false if the chain had already ended.
  @usableFromInline
  final func finish() -> Bool {
    guard let state = endFromState() else { return false }
    if state & Self.hasUpstream != 0 { disposeUpstream() }
    membership.end()
    return true
  }

  @usableFromInline
  final func disposeUpstream() {
    let upstream = upstream.exchange(Upstream())
    upstream.first?.dispose()
    upstream.second?.dispose()
    for object in upstream.others { object.dispose() }
    upstream.added?.dispose()
  }

  final override func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

extension DisposableObject {
  /// Whether `matches` returns true for this object, or, if this object is a chain, for an object upstream. For another
  /// target of this package. O(objects upstream).
  package func isOrHasUpstream(where matches: (any DisposableObject) -> Bool) -> Bool {
    if matches(self) { return true }
    guard let chain = self as? Chain else { return false }
    return chain.objects.contains { $0.isOrHasUpstream(where: matches) }
  }
}

public import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes for as long as `owner` lives, without keeping `owner` alive.
  ///
  /// If the owner has a ``Lifetime``, its deallocation ends the subscription before the last release returns (promise
  /// R10). Otherwise the subscription ends at the next value after the owner's deallocation, at the next census, or
  /// when enough later subscriptions of this kind have been made.
  ///
  /// If the owner's deinit calls this function, nothing is subscribed: the returned subscription has already ended.
  ///
  /// - Parameters:
  ///   - owner: The object that the handlers receive: an actor, a main-actor class, or a class with a lock.
  ///   - onNext: Called with the owner and each value. A strong capture of the owner would keep the owner alive.
  @discardableResult
  public func subscribe<Owner: AnyObject & Sendable>(
    owner: Owner, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Owner, Value) -> Void,
    onError: (@Sendable (Owner, Failure) -> Void)? = nil,
    onCompleted: (@Sendable (Owner) -> Void)? = nil
  ) -> Subscription {
    signal.subscribe(owner: owner, deliveringOn: nil, fileID, line, onNext, onError, onCompleted)
  }
}

extension Signal {
  /// - Parameter scheduler: Where the handlers run; nil for the sending thread.
  func subscribe<Owner: AnyObject & Sendable>(
    owner: Owner, into bag: CompositeDisposable? = nil, deliveringOn scheduler: Scheduler?, _ fileID: StaticString,
    _ line: UInt32,
    _ onNext: @escaping @Sendable (Owner, Value) -> Void, _ onError: (@Sendable (Owner, Failure) -> Void)?,
    _ onCompleted: (@Sendable (Owner) -> Void)?
  ) -> Subscription {
    if isGoingAway(owner) { return .ended }
    let chain = makeChain(fileID: fileID, line: line)
    chain.bind(to: owner)
    bag?.add(chain)
    let delivered = scheduler.map { deliver(on: $0) } ?? self
    delivered.start(
      chain,
      { [weak owner] value in
        // For an owner without a `Lifetime`, the next value detects the deallocation.
        if let owner { onNext(owner, value) } else { chain.dispose() }
      },
      weakly(owner, onError), weakly(owner, onCompleted))
    SignalProbe.owned(chain, by: owner)
    return Subscription(chain)
  }
}

/// Returns whether `object` is being deinitialised. Such an object can still be used, but no weak reference to it can
/// be made.
@usableFromInline
func isGoingAway(_ object: AnyObject) -> Bool {
  weak var reference: AnyObject?
  reference = object
  return reference == nil
}

/// Returns a closure that calls `handler` with `owner` without keeping `owner` alive. The closure does nothing after
/// `owner` has been deallocated.
@usableFromInline
func weakly<Owner: AnyObject & Sendable, Failure: Error>(
  _ owner: Owner, _ handler: (@Sendable (Owner, Failure) -> Void)?
) -> (@Sendable (Failure) -> Void)? {
  guard let handler else { return nil }
  return { [weak owner] error in if let owner { handler(owner, error) } }
}

@usableFromInline
func weakly<Owner: AnyObject & Sendable>(
  _ owner: Owner, _ handler: (@Sendable (Owner) -> Void)?
) -> (@Sendable () -> Void)? {
  guard let handler else { return nil }
  return { [weak owner] in if let owner { handler(owner) } }
}

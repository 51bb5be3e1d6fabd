public import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes with handlers that run on `actor`, one event at a time, in order.
  ///
  /// ```swift
  /// orders.subscribe(on: ledger) { ledger, order in ledger.book(order) }
  /// ```
  /// The subscription does not keep `actor` alive, and ends with `actor` as with an owner: see
  /// ``subscribe(owner:fileID:line:onNext:onError:onCompleted:)``. Events wait for the actor, and senders do not wait.
  /// Disposing the subscription drops the events that wait (promise R3).
  ///
  /// Cost: one allocation for each event; for each burst one task.
  ///
  /// - Parameter bag: A bag that ends the subscription.
  @discardableResult
  public func subscribe<Isolation: Actor>(
    into bag: CompositeDisposable? = nil, on actor: Isolation, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (isolated Isolation, Value) -> Void,
    onError: (@Sendable (isolated Isolation, Failure) -> Void)? = nil,
    onCompleted: (@Sendable (isolated Isolation) -> Void)? = nil
  ) -> Subscription {
    var failed: (@Sendable (Isolation, Failure) -> Void)?
    if let onError { failed = { actor, error in actor.assumeIsolated { onError($0, error) } } }
    var completed: (@Sendable (Isolation) -> Void)?
    if let onCompleted { completed = { actor in actor.assumeIsolated { onCompleted($0) } } }
    return signal.subscribe(
      owner: actor, into: bag, deliveringOn: .isolated(to: actor), fileID, line,
      { actor, value in actor.assumeIsolated { onNext($0, value) } }, failed, completed)
  }

  /// Subscribes for as long as `owner` lives, with handlers that run on `actor`. After the deallocation of `actor`, the
  /// subscription ends with the next event. See
  /// ``subscribe(into:on:fileID:line:onNext:onError:onCompleted:)`` and
  /// ``subscribe(owner:fileID:line:onNext:onError:onCompleted:)``.
  @discardableResult
  public func subscribe<Owner: AnyObject & Sendable, Isolation: Actor>(
    owner: Owner, on actor: Isolation, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (isolated Isolation, Owner, Value) -> Void,
    onError: (@Sendable (isolated Isolation, Owner, Failure) -> Void)? = nil,
    onCompleted: (@Sendable (isolated Isolation, Owner) -> Void)? = nil
  ) -> Subscription {
    var failed: (@Sendable (Owner, Failure) -> Void)?
    if let onError { failed = { [weak actor] owner, error in actor?.assumeIsolated { onError($0, owner, error) } } }
    var completed: (@Sendable (Owner) -> Void)?
    if let onCompleted { completed = { [weak actor] owner in actor?.assumeIsolated { onCompleted($0, owner) } } }
    return signal.subscribe(
      owner: owner, deliveringOn: .isolated(to: actor), fileID, line,
      { [weak actor] owner, value in actor?.assumeIsolated { onNext($0, owner, value) } }, failed, completed)
  }
}

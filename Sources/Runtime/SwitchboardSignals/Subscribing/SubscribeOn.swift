public import SwitchboardBroadcast

// `on:` names the place where the handlers run: the main actor, a scheduler, or an actor. `into:` names a bag, and
// `owner:` an object, whose end is the end of the subscription.
//
// The forms for actors are disfavoured: an actor can be of any type, so for `on: .main` the compiler would try each
// combination of the operators in the closures of a chain before it finds that `.main` is no actor.

extension SignalProtocol {
  /// Subscribes with handlers that run on the main actor.
  ///
  /// An event sent on the main queue, where the main actor runs, is handled immediately, unless earlier events still
  /// wait. Every other event is handed to the main queue, as by `deliver(on:)` with ``Scheduler/main``. Order is
  /// kept. After a disposal on the main actor no handler is called any more, not even for events that wait (promise
  /// R3).
  ///
  /// - Parameters:
  ///   - bag: Ends the subscription when it is disposed; nil for no bag. See
  ///     ``subscribe(into:fileID:line:onNext:onError:onCompleted:)``.
  ///   - mainActor: `MainActor.self`, where the handlers run.
  ///   - onNext: Called on the main actor with each value.
  ///   - onError: Called on the main actor with the error, if the signal fails.
  ///   - onCompleted: Called on the main actor, if the signal completes.
  @discardableResult
  public func subscribe(
    into bag: CompositeDisposable? = nil, on mainActor: MainActor.Type, fileID: StaticString = #fileID,
    line: UInt32 = #line,
    onNext: @escaping @MainActor @Sendable (Value) -> Void = { _ in },
    onError: (@MainActor @Sendable (Failure) -> Void)? = nil,
    onCompleted: (@MainActor @Sendable () -> Void)? = nil
  ) -> Subscription {
    var failed: (@Sendable (Failure) -> Void)?
    if let onError { failed = { error in MainActor.assumeIsolated { onError(error) } } }
    var completed: (@Sendable () -> Void)?
    if let onCompleted { completed = { MainActor.assumeIsolated { onCompleted() } } }
    return subscribe(
      into: bag, on: Scheduler.main, fileID: fileID, line: line,
      onNext: { value in MainActor.assumeIsolated { onNext(value) } }, onError: failed, onCompleted: completed)
  }

  /// Subscribes for as long as `owner` lives, with handlers that run on the main actor. The form for classes that live
  /// on the main actor:
  ///
  /// ```swift
  /// prices.subscribe(owner: self, on: MainActor.self) { model, price in model.rows.append(price) }
  /// ```
  /// See ``subscribe(owner:fileID:line:onNext:onError:onCompleted:)`` for the end of the subscription, and
  /// `subscribe(into:on:fileID:line:onNext:onError:onCompleted:)` for the order of events.
  ///
  /// - Parameters:
  ///   - owner: The object that the handlers receive, held weakly. Its end ends the subscription.
  ///   - mainActor: `MainActor.self`, where the handlers run.
  ///   - onNext: Called on the main actor with the owner and each value.
  ///   - onError: Called on the main actor with the owner and the error, if the signal fails.
  ///   - onCompleted: Called on the main actor with the owner, if the signal completes.
  @discardableResult
  public func subscribe<Owner: AnyObject & Sendable>(
    owner: Owner, on mainActor: MainActor.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @MainActor @Sendable (Owner, Value) -> Void,
    onError: (@MainActor @Sendable (Owner, Failure) -> Void)? = nil,
    onCompleted: (@MainActor @Sendable (Owner) -> Void)? = nil
  ) -> Subscription {
    var failed: (@Sendable (Owner, Failure) -> Void)?
    if let onError { failed = { owner, error in MainActor.assumeIsolated { onError(owner, error) } } }
    var completed: (@Sendable (Owner) -> Void)?
    if let onCompleted { completed = { owner in MainActor.assumeIsolated { onCompleted(owner) } } }
    return subscribe(
      owner: owner, on: Scheduler.main, fileID: fileID, line: line,
      onNext: { owner, value in MainActor.assumeIsolated { onNext(owner, value) } }, onError: failed,
      onCompleted: completed)
  }
}

extension SignalProtocol {
  /// Subscribes with handlers that run on `scheduler`, as behind `deliver(on:)`.
  ///
  /// - Parameters:
  ///   - bag: Ends the subscription when it is disposed; nil for no bag.
  ///   - scheduler: Where the handlers run, one at a time.
  ///   - onNext: Called on `scheduler` with each value.
  ///   - onError: Called on `scheduler` with the error, if the signal fails.
  ///   - onCompleted: Called on `scheduler`, if the signal completes.
  @discardableResult
  public func subscribe(
    into bag: CompositeDisposable? = nil, on scheduler: Scheduler, fileID: StaticString = #fileID,
    line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    let signal = signal
    let chain = signal.makeChain(fileID: fileID, line: line)
    bag?.add(chain)
    signal.deliver(on: scheduler).start(chain, onNext, onError, onCompleted)
    return Subscription(chain)
  }

  /// Subscribes for as long as `owner` lives, with handlers that run on `scheduler`, as behind `deliver(on:)`. See
  /// ``subscribe(owner:fileID:line:onNext:onError:onCompleted:)``.
  ///
  /// - Parameters:
  ///   - owner: The object that the handlers receive, held weakly. Its end ends the subscription.
  ///   - scheduler: Where the handlers run, one at a time.
  ///   - onNext: Called on `scheduler` with the owner and each value.
  ///   - onError: Called on `scheduler` with the owner and the error, if the signal fails.
  ///   - onCompleted: Called on `scheduler` with the owner, if the signal completes.
  @discardableResult
  public func subscribe<Owner: AnyObject & Sendable>(
    owner: Owner, on scheduler: Scheduler, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Owner, Value) -> Void,
    onError: (@Sendable (Owner, Failure) -> Void)? = nil,
    onCompleted: (@Sendable (Owner) -> Void)? = nil
  ) -> Subscription {
    signal.subscribe(owner: owner, deliveringOn: scheduler, fileID, line, onNext, onError, onCompleted)
  }
}

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
  /// Cost: for each burst one task; amortised, no allocation for each event.
  ///
  /// - Parameters:
  ///   - bag: Ends the subscription when it is disposed; nil for no bag.
  ///   - actor: Where the handlers run. They receive the actor, isolated.
  ///   - onNext: Called on `actor` with each value.
  ///   - onError: Called on `actor` with the error, if the signal fails.
  ///   - onCompleted: Called on `actor`, if the signal completes.
  @discardableResult
  @_disfavoredOverload
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
  /// subscription ends with the next event. See `subscribe(into:on:fileID:line:onNext:onError:onCompleted:)` and
  /// ``subscribe(owner:fileID:line:onNext:onError:onCompleted:)``.
  ///
  /// - Parameters:
  ///   - owner: The object that the handlers receive, held weakly. Its end ends the subscription.
  ///   - actor: Where the handlers run. They receive the actor, isolated.
  ///   - onNext: Called on `actor` with the owner and each value.
  ///   - onError: Called on `actor` with the owner and the error, if the signal fails.
  ///   - onCompleted: Called on `actor` with the owner, if the signal completes.
  @discardableResult
  @_disfavoredOverload
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

public import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes with closures.
  ///
  /// The subscription lasts until it is disposed, the terminal event has arrived, or the source is deallocated.
  /// Releasing the handle ends nothing. Handlers are called one at a time on the sending thread (promise R6), and are
  /// released when the subscription ends (promise R9).
  ///
  /// Cost: O(operators); for a bare subject at most two allocations.
  ///
  /// - Parameters:
  ///   - onNext: Called with each value.
  ///   - onError: Called with the error, if the signal fails. Upstream has already been disposed.
  ///   - onCompleted: Called if the signal completes. Upstream has already been disposed.
  @inlinable @discardableResult
  public func subscribe(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    let signal = signal
    let chain = signal.makeChain(fileID: fileID, line: line)
    signal.start(chain, onNext, onError, onCompleted)
    return Subscription(chain)
  }

  /// Subscribes with closures, and puts the subscription into `bag` before the first value can arrive. So disposing
  /// `bag` ends even a producer that sends endlessly inside `subscribe`. See
  /// ``subscribe(fileID:line:onNext:onError:onCompleted:)``.
  ///
  /// If `bag` has already been disposed, nothing is subscribed.
  ///
  /// - Parameters:
  ///   - bag: Ends the subscription when it is disposed. Forgets the subscription when that has ended.
  ///   - onNext: Called with each value, on the sending thread.
  ///   - onError: Called with the error, if the signal fails.
  ///   - onCompleted: Called if the signal completes.
  @inlinable @discardableResult
  public func subscribe(
    into bag: CompositeDisposable, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    signal.subscribe(ValueHandler(call: onNext), onError, onCompleted, into: bag, fileID, line)
  }
}

/// A handler on its way into the library. A struct, because a closure that is passed to generic code gets another
/// closure around it, and a field of a generic struct has the form that generic code expects.
@frozen
@usableFromInline
struct ValueHandler<Value>: Sendable {
  @usableFromInline let call: @Sendable (Value) -> Void
  @inlinable init(call: @escaping @Sendable (Value) -> Void) { self.call = call }
}

extension Signal {
  /// Subscribes with closures, in `bag`.
  @usableFromInline
  func subscribe(
    _ onNext: ValueHandler<Value>, _ onError: (@Sendable (Failure) -> Void)?, _ onCompleted: (@Sendable () -> Void)?,
    into bag: CompositeDisposable, _ fileID: StaticString, _ line: UInt32
  ) -> Subscription {
    let chain = makeChain(fileID: fileID, line: line)
    bag.add(chain)
    start(chain, onNext.call, onError, onCompleted)
    return Subscription(chain)
  }

  /// Makes the chain of a new subscription to this signal. Traces learn of the chain before other code can end it.
  @inlinable
  func makeChain(fileID: StaticString, line: UInt32) -> Chain {
    let chain = Chain()
    Probe.subscribed(chain, name: name, fileID: fileID, line: line)
    return chain
  }

  /// Connects `chain` to this signal and to the handlers, unless `chain` has ended.
  @inlinable
  func start(
    _ chain: Chain, _ onNext: @escaping @Sendable (Value) -> Void,
    _ onError: (@Sendable (Failure) -> Void)?, _ onCompleted: (@Sendable () -> Void)?
  ) {
    if chain.isDisposed { return }
    let start = Probe.started(chain)
    attach(
      Sink(
        value: checksChain && !Probe.showsEverything() ? onNext : chain.valueHandler(onNext),
        terminal: chain.terminalHandler(onError, onCompleted)),
      chain)
    Probe.ended(start)
  }
}

extension Chain {
  /// Returns a closure that calls `onNext` unless the chain has ended: a disposed subscription's handler is not called
  /// any more (promise R3), also when the disposal comes between two operators of one delivery.
  // Out of line, like the other functions that return a sink's closure: identical closures of a client would share one
  // body, and each would reach the body by a jump of its own.
  @inlinable @inline(never)
  func valueHandler<Value>(_ onNext: @escaping @Sendable (Value) -> Void) -> @Sendable (Value) -> Void {
    { value in
      if self.isDisposed { return }
      Probe.reached(self)
      onNext(value)
    }
  }

  /// Returns the closure that ends the chain with the terminal event. Without a handler, the closure needs no memory.
  @inlinable @inline(never)
  func terminalHandler<Failure: Error>(
    _ onError: (@Sendable (Failure) -> Void)?, _ onCompleted: (@Sendable () -> Void)?
  ) -> @Sendable (Terminal) -> Void {
    if onError == nil, onCompleted == nil { return { _ = self.isEnded(by: $0) } }
    return { terminal in
      if self.isEnded(by: terminal) { terminal.call(onError, onCompleted) }
    }
  }

  /// Ends the chain with a terminal event. Returns false if the chain had already ended.
  @inlinable
  func isEnded(by terminal: Terminal) -> Bool {
    SignalProbe.terminated(self, terminal)
    return finish()
  }
}

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
  ///   - onError: Called with the owner and the error, if the signal fails.
  ///   - onCompleted: Called with the owner, if the signal completes.
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
    delivered.start(chain, for: owner, onNext, onError, onCompleted)
    Probe.owned(chain, by: owner)
    return Subscription(chain)
  }

  /// Connects `chain` to this signal and to handlers that do not keep `owner` alive, unless `chain` has ended. For an
  /// owner without a `Lifetime`, the next value detects the deallocation.
  func start<Owner: AnyObject & Sendable>(
    _ chain: Chain, for owner: Owner, _ onNext: @escaping @Sendable (Owner, Value) -> Void,
    _ onError: (@Sendable (Owner, Failure) -> Void)? = nil, _ onCompleted: (@Sendable (Owner) -> Void)? = nil
  ) {
    start(chain, weakly(owner, chain, onNext), weakly(owner, onError), weakly(owner, onCompleted))
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

/// Returns a closure that calls `handler` with `owner` without keeping `owner` alive. After `owner` has been
/// deallocated, the next value ends `chain`.
///
/// A function of its own, because a closure captures the generic parameters around it: with `Failure` it would need 8
/// bytes more.
private func weakly<Owner: AnyObject & Sendable, Value>(
  _ owner: Owner, _ chain: Chain, _ handler: @escaping @Sendable (Owner, Value) -> Void
) -> @Sendable (Value) -> Void {
  { [weak owner] value in if let owner { handler(owner, value) } else { chain.dispose() } }
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

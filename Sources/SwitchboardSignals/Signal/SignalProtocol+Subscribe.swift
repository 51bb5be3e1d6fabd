public import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes with closures.
  ///
  /// The subscription lasts until it is disposed or the terminal event has come; dropping the handle ends nothing.
  /// Handlers are called one at a time (R6), on the thread that sends, and released when it ends (R9).
  ///
  /// Cost: O(operators); for a bare subject at most two allocations.
  ///
  /// - Parameters:
  ///   - onNext: Called with each value.
  ///   - onError: Called with the error, if the signal fails. Upstream has been disposed then.
  ///   - onCompleted: Called if the signal completes. Upstream has been disposed then.
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
    return chain
  }

  /// Subscribes with closures, and puts the subscription into `bag` before the first value can come: so disposing the
  /// bag ends even a producer that sends endlessly inside `subscribe`. See ``subscribe(fileID:line:onNext:onError:onCompleted:)``.
  ///
  /// If the bag has been disposed, nothing is subscribed to.
  @inlinable @discardableResult
  public func subscribe(
    into bag: CompositeDisposable, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    let signal = signal
    let chain = signal.makeChain(fileID: fileID, line: line)
    bag.add(chain)
    signal.start(chain, onNext, onError, onCompleted)
    return chain
  }
}

extension Signal {
  /// The end of a chain for a subscription to this, known to traces before anybody else can end it.
  @inlinable
  func makeChain(fileID: StaticString, line: UInt32) -> Chain {
    let chain = Chain()
    SignalProbe.subscribed(chain, name: name, fileID: fileID, line: line)
    return chain
  }

  /// Connects `chain`, unless it has ended, to this signal and to handlers.
  @inlinable
  func start(
    _ chain: Chain, _ onNext: @escaping @Sendable (Value) -> Void,
    _ onError: (@Sendable (Failure) -> Void)?, _ onCompleted: (@Sendable () -> Void)?
  ) {
    if chain.isDisposed { return }
    let start = SignalProbe.started(chain)
    attach(
      Sink(
        value: { value in
          // Also between two operators of one delivery: whoever disposed must not be called any more (R3).
          if chain.isDisposed { return }
          SignalProbe.delivered(to: chain)
          onNext(value)
        },
        terminal: { terminal in
          SignalProbe.terminated(chain, terminal)
          guard chain.finish() else { return }
          switch terminal {
          case .error(let error): onError?(error)
          case .completed: onCompleted?()
          }
        }),
      chain)
    SignalProbe.ended(start)
  }
}

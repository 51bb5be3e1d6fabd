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
    return Subscription(chain)
  }
}

extension Signal {
  /// Makes the chain of a new subscription to this signal. Traces learn of the chain before other code can end it.
  @inlinable
  func makeChain(fileID: StaticString, line: UInt32) -> Chain {
    let chain = Chain()
    SignalProbe.subscribed(chain, name: name, fileID: fileID, line: line)
    return chain
  }

  /// Connects `chain` to this signal and to the handlers, unless `chain` has ended.
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
          // A disposed subscription's handler is not called any more (promise R3), also when the disposal comes between
          // two operators of one delivery.
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

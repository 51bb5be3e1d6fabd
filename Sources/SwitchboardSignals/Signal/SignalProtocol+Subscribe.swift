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
    let chain = Chain()
    start(chain, fileID: fileID, line: line, onNext, onError, onCompleted)
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
    let chain = Chain()
    bag.add(chain)
    start(chain, fileID: fileID, line: line, onNext, onError, onCompleted)
    return chain
  }

  /// Connects `chain`, unless it has ended, to this signal and to handlers.
  @inlinable
  func start(
    _ chain: Chain, fileID: StaticString, line: UInt32, _ onNext: @escaping @Sendable (Value) -> Void,
    _ onError: (@Sendable (Failure) -> Void)?, _ onCompleted: (@Sendable () -> Void)?
  ) {
    if chain.isDisposed { return }
    let signal = signal
    SignalProbe.subscribed(chain, name: signal.name, fileID: fileID, line: line)
    let start = SignalProbe.started(chain)
    signal.attach(
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

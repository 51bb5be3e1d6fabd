public import SwitchboardBroadcast

// The name is not `subscribe`, because a trailing closure has no label: in some chains the compiler would choose this
// function for `subscribe { print($0) }`.
extension SignalProtocol {
  /// Subscribes with one closure for all events: values and the terminal event. See
  /// ``subscribe(fileID:line:onNext:onError:onCompleted:)``.
  ///
  /// ```swift
  /// download.subscribeEvents { event in
  ///   switch event {
  ///   case .value(let progress): show(progress)
  ///   case .error(let error): show(error)
  ///   case .completed: showDone()
  ///   }
  /// }
  /// ```
  /// ``materialize()`` gives the other forms of `subscribe` all events.
  ///
  /// Cost: O(operators), and three closures. Source: RxSwift subscribe(_:).
  ///
  /// - Parameter onEvent: Called with each value, then with the terminal event, if one arrives. Upstream has already
  ///   been disposed when the terminal event arrives.
  @inlinable @discardableResult
  public func subscribeEvents(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ onEvent: @escaping @Sendable (SignalEvent<Value, Failure>) -> Void
  ) -> Subscription {
    subscribe(
      fileID: fileID, line: line, onNext: { onEvent(.value($0)) }, onError: { onEvent(.error($0)) },
      onCompleted: { onEvent(.completed) })
  }

  /// Subscribes with one closure for all events, and puts the subscription into `bag` before the first event can
  /// arrive. See ``subscribeEvents(fileID:line:_:)``.
  ///
  /// If `bag` has already been disposed, nothing is subscribed.
  ///
  /// - Parameters:
  ///   - bag: Ends the subscription when it is disposed.
  ///   - onEvent: Called with each value, then with the terminal event, if one arrives.
  @inlinable @discardableResult
  public func subscribeEvents(
    into bag: CompositeDisposable, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ onEvent: @escaping @Sendable (SignalEvent<Value, Failure>) -> Void
  ) -> Subscription {
    subscribe(
      into: bag, fileID: fileID, line: line, onNext: { onEvent(.value($0)) }, onError: { onEvent(.error($0)) },
      onCompleted: { onEvent(.completed) })
  }

  /// Subscribes with one closure for all events for as long as `owner` lives, without keeping `owner` alive. See
  /// ``subscribe(owner:fileID:line:onNext:onError:onCompleted:)``.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure receives, held weakly.
  ///   - onEvent: Called with the owner and each event. A strong capture of the owner would keep the owner alive.
  @discardableResult
  public func subscribeEvents<Owner: AnyObject & Sendable>(
    owner: Owner, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ onEvent: @escaping @Sendable (Owner, SignalEvent<Value, Failure>) -> Void
  ) -> Subscription {
    subscribe(
      owner: owner, fileID: fileID, line: line, onNext: { onEvent($0, .value($1)) },
      onError: { onEvent($0, .error($1)) }, onCompleted: { onEvent($0, .completed) })
  }
}

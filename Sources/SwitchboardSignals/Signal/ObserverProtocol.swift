public import SwitchboardBroadcast

/// An object to which events can be sent: an observer, a subject, or the end of a channel.
public protocol ObserverProtocol<Value, Failure>: AnyObject, Sendable {
  /// The type of the values that the object accepts.
  associatedtype Value: Sendable
  /// The type of the error that the object accepts; `Never` if it cannot fail.
  associatedtype Failure: Error

  /// Sends a value. Does nothing after the end.
  func send(_ value: Value, fileID: StaticString, line: UInt32)
  /// Ends with an error. Does nothing after the end.
  func send(error: Failure, fileID: StaticString, line: UInt32)
  /// Ends by completion. Does nothing after the end.
  func sendCompleted(fileID: StaticString, line: UInt32)

  /// Disposes `disposable`, which feeds this observer, when this observer ends or is deallocated; immediately if this
  /// observer has ended.
  func add(upstream disposable: any Disposable)
}

extension ObserverProtocol {
  /// Sends an event.
  @inlinable
  public func send(_ event: SignalEvent<Value, Failure>, fileID: StaticString = #fileID, line: UInt32 = #line) {
    switch event {
    case .value(let value): send(value, fileID: fileID, line: line)
    case .error(let error): send(error: error, fileID: fileID, line: line)
    case .completed: sendCompleted(fileID: fileID, line: line)
    }
  }

  @inlinable
  func send(_ terminal: Terminal<Failure>, fileID: StaticString = #fileID, line: UInt32 = #line) {
    switch terminal {
    case .error(let error): send(error: error, fileID: fileID, line: line)
    case .completed: sendCompleted(fileID: fileID, line: line)
    }
  }
}

extension SignalProtocol {
  /// Sends this signal's events on to `observer`. Several signals may feed `observer`; the first terminal event ends
  /// all of them.
  ///
  /// The source keeps the observer alive for as long as the subscription lasts.
  @inlinable @discardableResult
  public func subscribe(
    _ observer: any ObserverProtocol<Value, Failure>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    // A generic parameter would accept the trailing closure of `subscribe { … }`, and the compiler would answer a
    // mistake in the closure with a message about observers.
    feed(observer, fileID, line)
  }

  @inlinable
  func feed<O: ObserverProtocol>(
    _ observer: O, _ fileID: StaticString, _ line: UInt32
  ) -> Subscription where O.Value == Value, O.Failure == Failure {
    let signal = signal
    let chain = signal.makeChain(fileID: fileID, line: line)
    observer.add(upstream: Subscription(chain))
    signal.start(
      chain,
      { observer.send($0, fileID: fileID, line: line) },
      { observer.send(error: $0, fileID: fileID, line: line) },
      { observer.sendCompleted(fileID: fileID, line: line) })
    return Subscription(chain)
  }
}

extension ObserverProtocol where Value == Void {
  /// Sends a value that says only that something has happened. Does nothing after the end.
  @inlinable
  public func send(fileID: StaticString = #fileID, line: UInt32 = #line) { send((), fileID: fileID, line: line) }
}

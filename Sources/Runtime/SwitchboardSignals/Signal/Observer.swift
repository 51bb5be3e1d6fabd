public import SwitchboardBroadcast

/// An object to which events can be sent: an observer, a subject, or the end of a channel.
public protocol ObserverProtocol<Value, Failure>: AnyObject, Sendable {
  /// The type of the values that the object accepts.
  associatedtype Value: Sendable
  /// The type of the error that the object accepts; `Never` if it cannot fail.
  associatedtype Failure: Error

  /// Sends a value. Does nothing after the end.
  ///
  /// - Parameter value: The value, which each subscriber gets inside this call, or from a delivery that is in progress.
  func send(_ value: Value, fileID: StaticString, line: UInt32)
  /// Ends with an error. Does nothing after the end.
  ///
  /// - Parameter error: The error, which each subscriber gets as the last event.
  func send(error: Failure, fileID: StaticString, line: UInt32)
  /// Ends by completion. Does nothing after the end.
  func sendCompleted(fileID: StaticString, line: UInt32)

  /// Disposes `disposable`, which feeds this observer, when this observer ends or is deallocated; immediately if this
  /// observer has ended.
  ///
  /// - Parameter disposable: What ends with this observer, such as the subscription that feeds it.
  func add(upstream disposable: any Disposable)
}

extension ObserverProtocol {
  /// Sends an event.
  ///
  /// - Parameter event: A value, an error or completion.
  @inlinable
  public func send(_ event: SignalEvent<Value, Failure>, fileID: StaticString = #fileID, line: UInt32 = #line) {
    switch event {
    case .value(let value): send(value, fileID: fileID, line: line)
    case .error(let error): send(error: error, fileID: fileID, line: line)
    case .completed: sendCompleted(fileID: fileID, line: line)
    }
  }

  @inlinable
  func send(_ terminal: Terminal, fileID: StaticString = #fileID, line: UInt32 = #line) {
    switch terminal {
    case .error(let error): send(error: typed(error), fileID: fileID, line: line)
    case .completed: sendCompleted(fileID: fileID, line: line)
    }
  }
}

extension SignalProtocol {
  /// Sends this signal's events on to `observer`. Several signals may feed `observer`; the first terminal event ends
  /// all of them.
  ///
  /// The source keeps the observer alive for as long as the subscription lasts.
  ///
  /// - Parameter observer: Gets each event of this signal: a subject, an observer or a channel's end.
  @inlinable @discardableResult
  @_disfavoredOverload
  public func subscribe(
    _ observer: any ObserverProtocol<Value, Failure>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    // A generic parameter would accept the trailing closure of `subscribe { … }`, and the compiler would answer a
    // mistake in the closure with a message about observers. Disfavoured, because the compiler would try the closure as
    // an observer first, with each combination of the operators in the closures of a chain.
    feed(observer, fileID, line)
  }

  // Generic, because closures that capture an observer without its type are larger.
  @inlinable
  func feed<O: ObserverProtocol>(
    _ observer: O, _ fileID: StaticString, _ line: UInt32
  ) -> Subscription where O.Value == Value, O.Failure == Failure {
    let signal = signal
    let chain = signal.makeChain(fileID: fileID, line: line)
    Probe.formed(chain, as: .feed)
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

/// The type by which traces and leak reports show a registry that an operator makes. The operator's own types mean
/// nothing to the user, and may change.
@usableFromInline enum Operator {}

/// The object to which a signal's producer sends its events. An observer made of closures can also be fed by several
/// signals.
///
/// Any thread may send events, and so may the handlers. The observer delivers the events one at a time, in the order in
/// which it accepted them (promise R6). After the terminal event, or the end of the subscription, sends do nothing.
///
/// When a producer's observer is deallocated without a terminal event, the subscription ends without an event.
///
/// Cost of a send: that of a subject with one subscriber. Source: RACSubscriber.
public final class Observer<Value: Sendable, Failure: Error>: ObserverProtocol, Disposable {
  // The initialisers make the broadcaster, because they are specialised for the value. An initial value here would not
  // be specialised, and would look up metadata.
  @usableFromInline let broadcaster: Broadcaster<Value>
  /// The one subscription of the broadcaster.
  @usableFromInline let subscriber: TerminalSubscriber<Value>
  /// What feeds an observer made of closures. Without a chain only.
  @usableFromInline let upstreams = Upstreams()
  /// The subscription that this observer serves: its producer, or one of its operators, sends to the observer. The
  /// subscriptions that feed the observer end with this chain, and this chain ends with the observer.
  @usableFromInline let chain: Chain?

  /// Makes the observer of a subscription. The observer ends with the subscription.
  ///
  /// - Parameters:
  ///   - chain: The subscription whose producer receives this observer.
  ///   - part: The subscription to which an operator's observer belongs.
  @inlinable init(_ sink: Sink<Value>, _ chain: Chain?, partOf part: Chain?) {
    // Locals, because each access through `self` retains and releases.
    let broadcaster = Broadcaster<Value>()
    if part == nil {
      broadcaster.identify(as: Observer.self, name: nil)
    } else {
      broadcaster.identify(as: Operator.self, name: nil)
    }
    let subscriber = TerminalSubscriber<Value>(broadcaster, onNext: sink.value, onTerminal: sink.terminal)
    Probe.adopted(subscriber, by: part, or: chain)
    broadcaster.attributeSends(to: part)
    broadcaster.add(subscriber)
    (part ?? chain)?.add(subscriber)
    self.chain = chain ?? part
    self.subscriber = subscriber
    self.broadcaster = broadcaster
  }

  /// Makes the observer of an operator, which passes on errors of any type.
  @inlinable convenience init(_ sink: Sink<Value>, partOf chain: Chain) where Failure == any Error {
    self.init(sink, nil, partOf: chain)
  }

  /// Makes an observer from closures, to which signals can send their events.
  ///
  /// - Parameters:
  ///   - onNext: Runs with each value.
  ///   - onError: Runs with the error, if a signal ends with an error.
  ///   - onCompleted: Runs if a signal completes.
  @inlinable
  public init(
    onNext: @escaping @Sendable (Value) -> Void,
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    broadcaster = Broadcaster()
    broadcaster.identify(as: Observer.self, name: nil)
    subscriber = TerminalSubscriber(broadcaster, onNext: onNext, onTerminal: { $0.call(onError, onCompleted) })
    chain = nil
    broadcaster.add(subscriber, fileID: fileID, line: line)
  }

  deinit {
    upstreams.close()
    // No event can be sent through this observer any more. Other code, such as a bag, may keep the chain.
    chain?.isLetGo()
  }

  /// Whether the subscription has ended, so that sent events are not delivered. O(1), no lock, so that loops can check
  /// it often.
  // The chain is checked too: the chain ends before its upstream is disposed, and another thread may dispose the
  // producer's disposable before `subscriber`.
  @inlinable public var isDisposed: Bool { subscriber.isDisposed || chain?.isDisposed == true }

  /// Ends the observer without an event. An observer made of closures also disposes everything that feeds it.
  public func dispose() {
    if chain == nil { upstreams.dispose() }
    subscriber.dispose()
  }

  /// Sends a value to the subscriber. Does nothing after the end. During a delivery, queues the value (promise R6).
  @inlinable
  public func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    broadcaster.send(value, fileID: fileID, line: line)
  }

  /// Ends the subscription with an error, and disposes everything that feeds the observer.
  @inlinable
  public func send(error: Failure, fileID: StaticString = #fileID, line: UInt32 = #line) {
    if chain == nil { upstreams.dispose() }
    broadcaster.end(Terminal(error), fileID: fileID, line: line)
  }

  /// Ends the subscription by completion, and disposes everything that feeds the observer.
  @inlinable
  public func sendCompleted(fileID: StaticString = #fileID, line: UInt32 = #line) {
    if chain == nil { upstreams.dispose() }
    broadcaster.end(.completed, fileID: fileID, line: line)
  }

  /// Disposes `disposable` when the subscription ends or the observer is deallocated; immediately if the subscription
  /// has ended.
  public func add(upstream disposable: any Disposable) {
    if let chain { chain.upstreams.add(disposable) } else { upstreams.add(disposable) }
    if isDisposed { disposable.dispose() }
  }
}

extension Observer where Failure == any Error {
  /// Ends the observer of an operator with an event as it is: its error stays in its box.
  @inlinable
  func send(_ terminal: Terminal) {
    if chain == nil { upstreams.dispose() }
    broadcaster.end(terminal, fileID: #fileID, line: #line)
  }
}

extension Observer: DisposableObject {}

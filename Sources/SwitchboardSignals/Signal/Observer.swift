public import SwitchboardBroadcast

/// Where a signal's producer sends its events; also a handler of its own that can be fed by several signals.
///
/// Events may be sent from several threads, and from inside the handlers: they are delivered one at a time, in the order
/// in which they were accepted (R6). After the terminal event, or the end of the subscription, sends do nothing.
///
/// Cost of a send: that of a subject with one subscriber. Source: RACSubscriber.
public final class Observer<Value: Sendable, Failure: Error>: ObserverProtocol {
  // Made by the initialisers, which are specialised for the value; an initial value here is not, and looks up metadata.
  @usableFromInline let broadcaster: Broadcaster<Value, DenseStorage>
  /// The one subscription of the broadcaster.
  @usableFromInline let subscriber: TerminalSubscriber<Value, Failure>
  @usableFromInline let upstream: CompositeDisposable?
  /// The subscription whose producer has this observer. What feeds the observer ends with it.
  @usableFromInline let chain: Chain?

  /// - Parameters:
  ///   - chain: The subscription whose producer has this observer.
  ///   - part: The one that an operator's observer is a part of.
  @inlinable init(_ sink: Sink<Value, Failure>, _ chain: Chain? = nil, partOf part: Chain? = nil) {
    self.chain = chain
    broadcaster = Broadcaster()
    broadcaster.identify(as: Observer.self, name: nil)
    subscriber = TerminalSubscriber(broadcaster, onNext: sink.value, onTerminal: sink.terminal)
    upstream = nil
    SignalProbe.adopted(subscriber, by: part, or: chain)
    broadcaster.attributeSends(to: part)
    broadcaster.add(subscriber)
  }

  /// An observer made of closures, to be given to signals.
  @inlinable
  public init(
    onNext: @escaping @Sendable (Value) -> Void,
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    broadcaster = Broadcaster()
    broadcaster.identify(as: Observer.self, name: nil)
    subscriber = TerminalSubscriber(
      broadcaster, onNext: onNext,
      onTerminal: { terminal in
        switch terminal {
        case .error(let error): onError?(error)
        case .completed: onCompleted?()
        }
      })
    upstream = CompositeDisposable()
    chain = nil
    broadcaster.add(subscriber, fileID: fileID, line: line)
  }

  deinit { upstream?.dispose() }

  /// Whether the subscription has ended: nothing that is sent will be delivered. O(1), no lock: made for loops.
  // The subscription's end comes first, and what a producer returns may be disposed by another thread than the rest of it.
  @inlinable public var isDisposed: Bool { subscriber.isDisposed || chain?.isDisposed == true }

  /// Ends the observer, and everything that feeds it, without an event.
  public func dispose() {
    upstream?.dispose()
    subscriber.dispose()
  }

  @inlinable
  public func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    broadcaster.send(value, fileID: fileID, line: line)
  }

  @inlinable
  public func send(error: Failure, fileID: StaticString = #fileID, line: UInt32 = #line) {
    end(.error(error), fileID: fileID, line: line)
  }

  @inlinable
  public func sendCompleted(fileID: StaticString = #fileID, line: UInt32 = #line) {
    end(.completed, fileID: fileID, line: line)
  }

  @inlinable
  func end(_ terminal: Terminal<Failure>, fileID: StaticString, line: UInt32) {
    upstream?.dispose()
    broadcaster.terminate(terminal.ending, fileID: fileID, line: line) {
      TerminalSubscriber<Value, Failure>.receive(terminal, $0)
    }
  }

  public func add(upstream disposable: any Disposable) {
    if let bag = upstream ?? chain?.feeds { bag.add(disposable) }
    if isDisposed { disposable.dispose() }
  }
}

public import SwitchboardBroadcast

/// A hot signal that is sent by hand: each value goes to those who are subscribed when its delivery begins.
///
/// After the terminal event it sends nothing more, and who comes later gets that event at once (R5). Sends made during a
/// delivery, on this or another thread, are queued and delivered in order before the delivery in progress returns (R6).
/// When it dies its subscriptions end: their handlers are released and no event is invented.
///
/// | operation | cost |
/// |---|---|
/// | send | O(subscribers), no allocation, no retain (R12) |
/// | subscribe, dispose | O(1) amortised; one allocation beyond the handler's own context |
///
/// Source: RACSubject, which forgets that it ended and recurses depth-first.
public final class PublishSubject<Value: Sendable, Failure: Error>: SignalProtocol, ObserverProtocol {
  @usableFromInline let broadcaster = Broadcaster<Value, DenseStorage>()
  /// What feeds this subject.
  @usableFromInline let upstream = CompositeDisposable()

  /// - Parameter name: What traces and leak reports call it.
  @inlinable public init(name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line) {
    broadcaster.identify(as: PublishSubject.self, name: name, fileID: fileID, line: line)
  }

  deinit { upstream.dispose() }

  /// Sends a value. O(subscribers).
  @inlinable @inline(__always)
  public func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    broadcaster.send(value, fileID: fileID, line: line)
  }

  @inlinable
  public func send(error: Failure, fileID: StaticString = #fileID, line: UInt32 = #line) {
    upstream.dispose()
    broadcaster.end(.error(error), fileID: fileID, line: line)
  }

  @inlinable
  public func sendCompleted(fileID: StaticString = #fileID, line: UInt32 = #line) {
    upstream.dispose()
    broadcaster.end(Terminal<Failure>.completed, fileID: fileID, line: line)
  }

  public func add(upstream disposable: any Disposable) { upstream.add(disposable) }

  public var signal: Signal<Value, Failure> {
    Signal(attach: { sink, chain in
      let subscriber = ChainSubscriber(self.broadcaster, sink, chain)
      SignalProbe.adopted(subscriber, by: chain)
      self.broadcaster.announce(subscriber, fileID: #fileID, line: #line)
      chain.add(subscriber)
      self.broadcaster.admit(subscriber)
    })
  }

  /// Live subscriptions, and for how many there is memory. Ends those whose owners are gone first.
  public var census: Census {
    SweptChains.shared.sweep()
    return broadcaster.census
  }
}

public import SwitchboardBroadcast

/// A hot signal to which a program sends the events. Each value goes to the subscribers that are subscribed when its
/// delivery begins.
///
/// After the terminal event the subject sends nothing more, and later subscribers receive the terminal event
/// immediately (promise R5). Sends made during a delivery, on any thread, are queued. The delivery in progress delivers
/// them in order before it returns (promise R6). When the subject is deallocated, its subscriptions end: their handlers
/// are released, and no terminal event is sent.
///
/// | operation | cost |
/// |---|---|
/// | send | O(subscribers), no allocation, no retain (promise R12) |
/// | subscribe, dispose | O(1) amortised; one allocation beyond the handler's own context |
///
/// Source: RACSubject, which forgets that it ended and recurses depth-first.
public final class PublishSubject<Value: Sendable, Failure: Error>: SignalProtocol, ObserverProtocol {
  // The initialiser makes the broadcaster, because it is specialised for the value. An initial value here would not be
  // specialised, and would look up metadata.
  @usableFromInline let broadcaster: Broadcaster<Value>
  /// The subscriptions that feed this subject.
  @usableFromInline let upstreams = Upstreams()

  /// - Parameter name: The name of the subject in traces and leak reports.
  @inlinable @inline(never)
  public init(name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line) {
    broadcaster = Broadcaster()
    broadcaster.identify(as: PublishSubject.self, name: name, fileID: fileID, line: line)
  }

  deinit { upstreams.close() }

  /// Sends a value. O(subscribers).
  @inlinable @inline(__always)
  public func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    broadcaster.send(value, fileID: fileID, line: line)
  }

  /// Ends the subject with an error, and disposes what feeds the subject. Does nothing after the end. O(subscribers).
  ///
  /// Later subscribers receive only the terminal event (promise R5).
  @inlinable
  public func send(error: Failure, fileID: StaticString = #fileID, line: UInt32 = #line) {
    broadcaster.end(Terminal(error), disposing: upstreams, fileID: fileID, line: line)
  }

  /// Ends the subject by completion, and disposes what feeds the subject. See ``send(error:fileID:line:)``.
  @inlinable
  public func sendCompleted(fileID: StaticString = #fileID, line: UInt32 = #line) {
    broadcaster.end(.completed, disposing: upstreams, fileID: fileID, line: line)
  }

  /// Disposes `disposable`, which feeds this subject, when the subject ends or is deallocated; immediately if the
  /// subject has ended. O(1).
  public func add(upstream disposable: any Disposable) { upstreams.add(disposable) }

  /// The subject as a signal, for code that may subscribe and may not send. The signal keeps the subject alive. O(1).
  @inlinable public var signal: Signal<Value, Failure> {
    Signal(attach: { sink, chain in self.broadcaster.attach(sink, chain) })
  }

  /// The number of live subscriptions, and the number for which there is memory. Reading this property first ends the
  /// subscriptions whose owners have been deallocated.
  public var census: Census { broadcaster.sweptCensus() }
}

extension PublishSubject {
  /// Makes a subject that the operator of `chain` sends to its subscriber. Traces show `type` and the line of `chain`.
  @usableFromInline
  convenience init<Named>(partOf chain: Chain, as type: Named.Type) {
    self.init()
    broadcaster.identify(as: type, for: chain)
    broadcaster.attributeSends(to: chain)
  }

  /// Ends a subject of an operator with an event as it is: its error stays in its box.
  @inlinable
  func send(_ terminal: Terminal) {
    broadcaster.end(terminal, disposing: upstreams, fileID: #fileID, line: #line)
  }
}

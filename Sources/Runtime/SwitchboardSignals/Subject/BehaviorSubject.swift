public import SwitchboardBroadcast

/// A subject with a current value. Each new subscriber first gets the current value. After the end, a new subscriber
/// gets the last value and then the terminal event.
///
/// ``value`` is the last accepted value, so a thread reads its own writes, also while a delivery is in progress. A new
/// subscriber takes the last accepted value and its place in the order at the same moment. So the subscriber sees no
/// gap and no duplicate (promises R6 and R8). During a delivery, the subscriber waits for its turn.
///
/// Cost: that of ``PublishSubject``, and a lock and an exchange of the value per send.
///
/// Source: RACBehaviorSubject, which may deliver a value twice, has no getter, and forgets that it ended.
public final class BehaviorSubject<Value: Sendable, Failure: Error>: SignalProtocol, ObserverProtocol {
  @usableFromInline let broadcaster: Broadcaster<Value>
  @usableFromInline let upstreams = Upstreams()
  /// The last accepted value. Sound: touched only under the broadcaster's lock.
  @safe @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var latest: Value

  /// - Parameters:
  ///   - value: The current value until another is sent.
  ///   - name: The name of the subject in traces and leak reports.
  @inlinable
  public init(_ value: Value, name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line) {
    latest = value
    broadcaster = Broadcaster()
    broadcaster.identify(as: BehaviorSubject.self, name: name, fileID: fileID, line: line)
    broadcaster.keepsValues(atMost: 1, as: Probe.Kept(1)) { 1 }
  }

  deinit { upstreams.close() }

  /// The last accepted value. O(1), one lock.
  @inlinable public var value: Value { broadcaster.withLock { latest } }

  /// Sends a value. O(subscribers).
  @inlinable
  public func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    // Swapped, so that the previous value is released without the lock.
    var exchanged = value
    broadcaster.send(value, fileID: fileID, line: line) { swap(&exchanged, &latest) }
  }

  /// Ends the subject with an error, and disposes what feeds the subject. Does nothing after the end. O(subscribers).
  ///
  /// Later subscribers receive the last value and the terminal event (promise R5).
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

  /// The subject as a signal, which begins with the last value. The signal keeps the subject alive. O(1).
  @inlinable public var signal: Signal<Value, Failure> {
    Signal(attach: { sink, chain in self.broadcaster.attach(sink, chain) { self.admit($0) } })
  }

  @usableFromInline
  func admit(_ subscriber: Subscriber<Value>) { broadcaster.admit(subscriber, after: { latest }) }

  /// The number of live subscriptions, and the number for which there is memory. Reading this property first ends the
  /// subscriptions whose owners have been deallocated.
  public var census: Census { broadcaster.sweptCensus() }
}

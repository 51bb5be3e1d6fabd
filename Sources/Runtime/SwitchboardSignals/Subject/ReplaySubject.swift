public import SwitchboardBroadcast

/// A subject that first gives each new subscriber the last values that it sent. After the end, the terminal event
/// follows the replayed values.
///
/// A new subscriber joins through the queue of the values. So the subscriber sees no gap and no duplicate, also when
/// values are sent during the subscribe call, and sees the same order as all other subscribers (promises R6 and R8).
/// During a delivery the replay waits for its turn. Otherwise the replay is a separate delivery, and the subscribe call
/// may be held while it delivers the values that other threads send meanwhile.
///
/// Cost: that of ``PublishSubject``, and O(1) per send for the ring buffer; subscribing O(capacity). The buffer keeps
/// its values until newer values displace them or the subject is deallocated.
///
/// Source: RACReplaySubject, which replays while it holds its lock.
public final class ReplaySubject<Value: Sendable, Failure: Error>: SignalProtocol, ObserverProtocol {
  @usableFromInline let broadcaster: Broadcaster<Value>
  @usableFromInline let upstreams = Upstreams()
  @usableFromInline let history: History

  /// - Parameters:
  ///   - capacity: The number of values to keep. Without this argument, the subject keeps all values. With 0, it keeps
  ///     only the terminal event.
  ///   - name: The name of the subject in traces and leak reports.
  ///
  /// - Precondition: `capacity` is not negative.
  public init(
    capacity: Int = .max, name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    require(capacity >= 0, "a replay cannot keep a negative number of values; use 0 or more")
    history = History(limit: capacity, of: Value.self)
    broadcaster = Broadcaster()
    broadcaster.identify(as: ReplaySubject.self, name: name, fileID: fileID, line: line)
    history.record(broadcaster)
  }

  deinit { upstreams.close() }

  /// Sends a value. O(subscribers).
  @inlinable
  public func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    broadcaster.recordUse()
    broadcaster.send(value, fileID: fileID, line: line)
  }

  /// Ends the subject with an error, and disposes what feeds the subject. Does nothing after the end. O(subscribers).
  ///
  /// Later subscribers receive the kept values and the terminal event (promise R5).
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

  /// The subject as a signal, which begins with the kept values. The signal keeps the subject alive. O(1).
  public var signal: Signal<Value, Failure> {
    Signal(attach: { sink, chain in self.broadcaster.attach(sink, chain) { self.admit($0) } })
  }

  func admit(_ subscriber: Subscriber<Value>) { history.admit(subscriber, broadcaster) }

  /// The number of live subscriptions, without the subject's own recorder, and the number for which there is memory.
  /// Reading this property first ends the subscriptions whose owners have been deallocated.
  public var census: Census { history.census(of: broadcaster) }
}

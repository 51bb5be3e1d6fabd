public import SwitchboardBroadcast

/// How many values a replay keeps.
@frozen
public enum ReplayCapacity: Sendable, ExpressibleByIntegerLiteral {
  /// The last so many. 0 keeps only the terminal event.
  case last(Int)
  case unlimited

  @inlinable public init(integerLiteral value: Int) { self = .last(value) }

  @usableFromInline var limit: Int {
    switch self {
    case .last(let count):
      require(count >= 0, "a replay cannot keep a negative number of values")
      return count
    case .unlimited: return .max
    }
  }
}

/// A subject that first gives each newcomer the last values it sent, and after the end the terminal event.
///
/// A newcomer joins through the queue that the values go through: no gap and no duplicate, also when values are sent while
/// it subscribes, and it sees the same order as everybody else (R6, R8). During a delivery the replay waits for its turn;
/// otherwise it is a delivery of its own, and whoever subscribes may be held while it drains what others send meanwhile.
///
/// Cost: as ``PublishSubject``, and O(1) per send for the buffer, which is a ring; subscribing O(capacity). The buffer
/// keeps its values until they are pushed out or the subject goes.
///
/// Source: RACReplaySubject, which replays while it holds its lock.
public final class ReplaySubject<Value: Sendable, Failure: Error>: SignalProtocol, ObserverProtocol {
  @usableFromInline let broadcaster = Broadcaster<Value, DenseStorage>()
  @usableFromInline let upstream = CompositeDisposable()
  @usableFromInline let history: History<Value>

  /// - Parameters:
  ///   - capacity: How many values to keep.
  ///   - name: What traces and leak reports call it.
  @inlinable
  public init(
    capacity: ReplayCapacity = .unlimited, name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    history = History(limit: capacity.limit)
    broadcaster.identify(as: ReplaySubject.self, name: name, fileID: fileID, line: line)
    history.record(broadcaster)
  }

  deinit { upstream.dispose() }

  /// Sends a value. O(subscribers).
  @inlinable
  public func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    broadcaster.noteUse()
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
      self.history.admit(subscriber, self.broadcaster)
    })
  }

  /// Live subscriptions, the subject's own recorder not counted, and for how many there is memory. Ends those whose
  /// owners are gone first.
  public var census: Census {
    SweptChains.shared.sweep()
    return history.census(of: broadcaster)
  }
}

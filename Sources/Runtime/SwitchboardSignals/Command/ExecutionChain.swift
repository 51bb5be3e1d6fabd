import SwitchboardBroadcast
import Synchronization

/// The subscription to an execution's work, the values that are kept for later subscribers, and the end. Not generic,
/// so the end of an execution needs no look-up of metadata.
@usableFromInline
final class ExecutionChain: Chain, @unchecked Sendable {
  // Sound: `kept` has its own lock, `observers` is atomic; see also `gate`. The other properties are constant.

  /// What the execution has sent. The types are erased; only the ``Execution`` of this chain and its receiver put
  /// something in.
  private struct Kept: Sendable {
    /// Whether values are kept: the program keeps the execution, and the command replays values.
    var wantsValues: Bool
    /// Made when the first value is kept. Guarded by the lock until there are `events`.
    var history: History?
    /// The ``ExecutionEvents``, made for the first subscriber. From then on the events go there.
    var events: (any AnyObject & Sendable)?
    /// The registry of `events`.
    var registry: Registry?
    /// The subscription by which `history` records `events`.
    var recorder: SubscriptionNode?
    /// The end that came before there were `events`.
    var end = ExecutionEnd.running

    init(wantsValues: Bool) { self.wantsValues = wantsValues }

    /// Returns the history, made by the first call.
    mutating func history(_ limit: Int, of type: any Sendable.Type) -> History {
      if let history { return history }
      let made = History(limit: limit, of: type)
      history = made
      return made
    }
  }

  private let kept: Lock<Kept>
  /// The number of values that later subscribers receive.
  private let limit: Int
  /// The number of subscribers of ``Execution/whileSubscribed``.
  let observers = Atomic(0)
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt32
  /// The command that counts this execution as running; nil when the execution is over. Sound: touched only by the
  /// initialiser, and by the one call of `finish()` that returns true.
  @safe @exclusivity(unchecked) private nonisolated(unsafe) var gate: CommandGate?

  @usableFromInline
  init(of gate: CommandGate?, replaying limit: Int, fileID: StaticString, line: UInt32) {
    (self.gate, self.limit, self.fileID, self.line) = (gate, limit, fileID, line)
    kept = Lock(Kept(wantsValues: limit > 0))
    super.init()
  }

  // The chain of silent work is kept only by the program.
  deinit { _ = over(byEvent: false) }

  @usableFromInline override func detach() { _ = over(byEvent: false) }

  /// Ends the execution, after everything upstream has been disposed. Returns false if it is over already, or is ending
  /// on another thread.
  ///
  /// - Parameter isEvent: Whether an event of the work is the cause. Otherwise the execution's subscriptions end
  ///   without an event, as if a subject were deallocated. A later subscriber still receives the replayed values.
  @usableFromInline
  func over(byEvent isEvent: Bool) -> Bool {
    guard finish() else { return false }
    guard let gate = gate.take() else { return true }
    gate.end()
    if !isEvent {
      _ = end(by: .cancelled)
      kept.withLock { $0.registry }?.terminate(.ended, { _ in }, fileID: fileID, line: line)
    }
    return true
  }

  /// Notes the end for later subscribers. If there are ``ExecutionEvents`` already, returns them, and the caller ends
  /// them.
  @usableFromInline
  func end(by end: ExecutionEnd) -> (any AnyObject & Sendable)? {
    kept.withLock { kept in
      if kept.events == nil { kept.end = end }
      return kept.events
    }
  }

  /// Returns the ``ExecutionEvents``. If there are none, keeps `value` for later subscribers.
  @usableFromInline
  func events<Value: Sendable>(orKeep value: Value) -> (any AnyObject & Sendable)? {
    // On the stack, except for values of more than 1 KB.
    unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
      let evicted = memory.baseAddress!
      var isEvicted = false
      let events = kept.withLock { kept in
        if kept.events == nil, kept.wantsValues {
          isEvicted = unsafe kept.history(limit, of: Value.self).append(value, evictingTo: evicted)
        }
        return kept.events
      }
      // Without the lock: the deinits of values are user code.
      if isEvicted { unsafe evicted.deinitialize(count: 1) }
      return events
    }
  }

  /// Returns the receivers of the events, and the history. If there are none yet, they are `fresh` and its history from
  /// now on, and the caller ends `fresh` as the returned end says.
  func events<Value, Failure>(
    orTake fresh: ExecutionEvents<Value, Failure>
  ) -> (ExecutionEvents<Value, Failure>, History, ExecutionEnd) {
    let history = kept.withLock { $0.history(limit, of: Value.self) }
    let recorder = history.recorder(of: fresh.broadcaster)
    let (events, end) = kept.withLock { kept in
      if let events = ExecutionEvents<Value, Failure>.of(kept.events) { return (events, ExecutionEnd.running) }
      (kept.events, kept.registry, kept.recorder) = (fresh, fresh.broadcaster.registry, recorder)
      return (fresh, kept.end)
    }
    return (events, history, end)
  }

  /// Releases the values: no later subscriber can come. They stay for a subscriber that is waiting to join.
  @usableFromInline
  func forgetValues() {
    let (history, recorder) = kept.withLock { kept in
      kept.wantsValues = false
      return (kept.history.take(), kept.recorder.take())
    }
    recorder?.dispose()
    keepAlive(history)
  }
}

/// How an execution ended.
@usableFromInline
enum ExecutionEnd: Sendable {
  case running
  case cancelled
  case completed
  /// The error is a ``CommandError``.
  case failed(any Error)
}

import SwitchboardBroadcast

/// A property of an observable object as one side of a two-way binding. Only ``synchronize(_:)`` reads and writes the
/// property, on a scheduler.
///
/// An object has no place for stamps, and observation reports a change before it is made, whichever code makes the
/// change. So each synchronization compares. If the value differs from what the last synchronization left, other code
/// changed the object, and the value is passed on. Otherwise the value that the partner sent is written. An object that
/// stores something else than the written value, such as a trimmed text, counts as changed.
final class ObservedEnd<Value: Equatable & Sendable>: TwoWayEnd {
  private struct State {
    var onChange: (@Sendable (Change<Value>) -> Void)?
    var onEnd: (@Sendable ((any Error)?) -> Void)?
    /// The property, while the binding lasts.
    var observed: ObservedValue<Value>?
    /// The stamp of the latest write that this side knows of, and the change that is still to be written to the object.
    var stamp = Stamp.none
    var pending: Change<Value>?
    /// The object's value at the end of the last synchronization.
    var lastValue: Value?
    var isSynchronizing = false
  }

  let bindings = BindingList()
  private let state = Lock(State())
  private let access: ObjectAccess<Value>
  private let scheduler: Scheduler
  private let beginsWithObject: Bool

  init(_ access: ObjectAccess<Value>, on scheduler: Scheduler, beginsWithObject: Bool) {
    requireAsynchronous(scheduler)
    (self.access, self.scheduler, self.beginsWithObject) = (access, scheduler.worker, beginsWithObject)
  }

  /// Returns nil: the object's value is known only after the first synchronization.
  func current() -> Change<Value>? { nil }

  func begin() -> Bool {
    state.withLock { $0.observed }?.runOrRequest()
    return beginsWithObject
  }

  func receive(_ change: Change<Value>, fileID: StaticString, line: UInt32) {
    var pending: Change<Value>? = change
    let observed = state.withLock { state -> ObservedValue<Value>? in
      guard change.stamp > state.stamp else { return nil }
      let isKnown = change.confirmed == state.stamp
      state.stamp = change.stamp
      if isKnown { return nil }
      swap(&state.pending, &pending)
      return state.isSynchronizing ? nil : state.observed
    }
    keepAlive(pending)
    observed?.runOrRequest()
  }

  func adopt(_ change: Change<Value>, fileID: StaticString, line: UInt32) {
    receive(change, fileID: fileID, line: line)
  }

  func attachChanges(
    _ chain: Chain, _ onChange: @escaping @Sendable (Change<Value>) -> Void,
    _ onEnd: @escaping @Sendable ((any Error)?) -> Void
  ) {
    guard let object = access.object else { return onEnd(nil) }
    let observed = ObservedValue(
      object, on: scheduler, read: access.read, onTurn: { self.synchronize($0) }, onGone: { onEnd(nil) })
    state.withLock { state in
      (state.onChange, state.onEnd, state.observed) = (onChange, onEnd, observed)
    }
    chain.add(ActionDisposable { self.stop() })
  }

  func partnerEnded(_ error: (any Error)?, fileID: StaticString, line: UInt32) {}

  /// Returns a strong reference. This side is made for its binding: only the partner and, while observed, the object
  /// hold it.
  func reference(from other: any TwoWayEnd) -> @Sendable () -> ObservedEnd? { { self } }

  private func stop() {
    state.exchange(State()).observed?.stop()
  }

  /// Passes on the object's change, or writes the partner's pending change to the object. Runs on the scheduler, one
  /// call at a time.
  private func synchronize(_ observed: ObservedValue<Value>) {
    let (pending, lastValue) = state.withLock { state in
      state.isSynchronizing = true
      defer { state.pending = nil }
      return (state.pending, state.lastValue)
    }
    let now = access.read()
    if let now { reconcile(now, lastValue, pending, observed) }
    let (isAsked, onEnd) = state.withLock { state in
      state.isSynchronizing = false
      return (state.pending != nil, state.onEnd)
    }
    // The object's last change used up the watch, so no `onGone` call will report the object's end.
    if now == nil { onEnd?(nil) } else if isAsked { observed.request() }
  }

  private func reconcile(
    _ now: Value, _ lastValue: Value?, _ pending: Change<Value>?, _ observed: ObservedValue<Value>
  ) {
    var left = now
    // Comparing runs user code: no lock is held.
    if lastValue.map({ $0 != now }) ?? beginsWithObject {
      pass(now)
    } else {
      if let pending {
        observed.write { access.write(pending.value) }
        left = access.expected(pending.value)
      }
      var old: Value? = left
      state.withLock { swap(&$0.lastValue, &old) }
      keepAlive(old)
    }
    if let latest = observed.track(), latest != left { pass(latest) }
  }

  /// Sends the object's new value to the partner. A change of the object wins over a write of the partner that is still
  /// pending.
  private func pass(_ value: Value) {
    var (lastValue, pending): (Value?, Change<Value>?) = (value, nil)
    let (onChange, stamp) = state.withLock { state in
      swap(&state.lastValue, &lastValue)
      swap(&state.pending, &pending)
      state.stamp = .next()
      return (state.onChange, state.stamp)
    }
    keepAlive((lastValue, pending))
    onChange?(Change(value, stamp))
  }
}

/// The functions that read and write an object's property. They hold the object weakly.
struct ObjectAccess<Value: Sendable>: Sendable {
  weak let object: (any AnyObject & Sendable)?
  /// Reads the property. Nil if the object is deallocated.
  let read: @Sendable () -> Value?
  let write: @Sendable (Value) -> Void
  /// Returns what `read` gives after a value was written, provided that the object stores the written value unchanged.
  var expected: @Sendable (Value) -> Value = { $0 }
}

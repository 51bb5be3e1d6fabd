import SwitchboardBroadcast

/// A property of an observable object as one side of a two-way binding. Only ``synchronize()`` reads and writes the
/// property, on a scheduler.
///
/// An object has no place for stamps, and observation reports a change before it is made, whichever code makes the
/// change. So each synchronization compares. If the value differs from what the last synchronization left, other code
/// changed the object, and the value is passed on. Otherwise the value that the partner sent is written. An object that
/// stores something else than the written value, such as a trimmed text, counts as changed.
final class ObservedEnd<Value: Equatable & Sendable>: TwoWayEnd {
  struct State {
    var onChange: (@Sendable (Change<Value>) -> Void)?
    var onEnd: (@Sendable (EndOfPartner) -> Void)?
    /// The stamp of the latest write that this side knows of, and the change that is still to be written to the object.
    var stamp = Stamp.none
    var pending: Change<Value>?
    /// The object's value at the end of the last synchronization.
    var lastValue: Value?
    var isSynchronizing = false
    var isWriting = false
  }

  let bindings = BindingList()
  let state = Lock(State())
  let synchronization: CoalescedWork
  let beginsWithObject: Bool
  let expected: @Sendable (Value) -> Value
  private weak let object: (any AnyObject & Sendable)?
  private let readObject: @Sendable () -> Value?
  private let writeObject: @Sendable (Value) -> Void
  private let observed = Lock<ObservedValue<Value>?>(nil)

  init(_ access: ObjectAccess<Value>, on scheduler: Scheduler, beginsWithObject: Bool) {
    requireAsynchronous(scheduler)
    (object, readObject, writeObject) = (access.object, access.read, access.write)
    (expected, self.beginsWithObject) = (access.expected, beginsWithObject)
    synchronization = CoalescedWork(scheduler.worker)
  }

  /// Returns nil: the object's value is known only after the first synchronization.
  func current() -> Change<Value>? { nil }

  func begin() -> Bool {
    synchronization.set { [weak self] in self?.synchronize() }
    synchronization.runOrRequest()
    return beginsWithObject
  }

  func receive(_ change: Change<Value>, fileID: StaticString, line: UInt32) {
    let (isNews, old) = state.withLock { state -> (Bool, Change<Value>?) in
      guard change.stamp > state.stamp else { return (false, nil) }
      let isKnown = change.confirmed != nil && change.confirmed == state.stamp
      state.stamp = change.stamp
      if isKnown { return (false, nil) }
      let old = state.pending
      state.pending = change
      return (!state.isSynchronizing, old)
    }
    keepAlive(old)
    if isNews { synchronization.runOrRequest() }
  }

  func adopt(_ change: Change<Value>, fileID: StaticString, line: UInt32) {
    receive(change, fileID: fileID, line: line)
  }

  func attachChanges(
    _ chain: Chain, _ onChange: @escaping @Sendable (Change<Value>) -> Void,
    _ onEnd: @escaping @Sendable (EndOfPartner) -> Void
  ) {
    state.withLock { state in
      state.onChange = onChange
      state.onEnd = onEnd
    }
    guard let object else { return onEnd(.died) }
    let watched = ObservedValue(
      object, read: readObject, onChange: { self.objectChanges() }, onGone: { self.objectIsGone() })
    observed.withLock { $0 = watched }
    chain.add(ActionDisposable { self.stop() })
  }

  func partnerEnded(_ end: EndOfPartner, fileID: StaticString, line: UInt32) {}

  /// Returns a strong reference. This side is made for its binding: only the partner and, while observed, the object
  /// hold it.
  func reference(from other: any TwoWayEnd) -> @Sendable () -> ObservedEnd? { { self } }

  func read() -> Value? { readObject() }

  func track() -> Value? { observed.withLock { $0 }?.track() }

  func write(_ value: Value) {
    state.withLock { $0.isWriting = true }
    writeObject(value)
    state.withLock { $0.isWriting = false }
  }

  private func objectChanges() {
    if !state.withLock({ $0.isWriting }) { synchronization.request() }
  }

  func objectIsGone() {
    let onEnd = state.withLock { $0.onEnd }
    onEnd?(.died)
  }

  private func stop() {
    synchronization.set(nil)
    observed.exchange(nil)?.stop()
    state.exchange(State())
  }
}

/// The functions that read and write an object's property. They hold the object weakly. `object` is a strong reference,
/// so an `ObjectAccess` is kept only while the binding is being made.
struct ObjectAccess<Value: Sendable>: Sendable {
  let object: any AnyObject & Sendable
  /// Reads the property. Nil if the object is deallocated.
  let read: @Sendable () -> Value?
  let write: @Sendable (Value) -> Void
  /// Returns what `read` gives after a value was written, provided that the object stores the written value unchanged.
  var expected: @Sendable (Value) -> Value = { $0 }
}

extension ObservedEnd {
  /// Passes on the object's change, or writes the partner's pending change to the object. Runs on the scheduler, one
  /// call at a time.
  func synchronize() {
    let (pending, lastValue) = state.withLock { state in
      state.isSynchronizing = true
      let pending = state.pending
      state.pending = nil
      return (pending, state.lastValue)
    }
    let now = read()
    if let now { reconcile(now, lastValue, pending) }
    let isAsked = state.withLock { state in
      state.isSynchronizing = false
      return state.pending != nil
    }
    // The object's last change used up the watch, so no `onGone` call will report the object's end.
    if now == nil { return objectIsGone() }
    if isAsked { synchronization.request() }
  }

  private func reconcile(_ now: Value, _ lastValue: Value?, _ pending: Change<Value>?) {
    // Comparing runs user code: no lock is held.
    if lastValue.map({ $0 != now }) ?? beginsWithObject {
      // A change of the object wins over a write of the partner that is still pending.
      setLastValue(now)
      pass(now)
    } else if let pending {
      write(pending.value)
      setLastValue(expected(pending.value))
    } else {
      setLastValue(now)
    }
    let (left, latest) = (state.withLock { $0.lastValue }, track())
    guard let latest, latest != left else { return }
    setLastValue(latest)
    pass(latest)
  }

  private func setLastValue(_ value: Value) {
    let old = state.withLock { state in
      let old = state.lastValue
      state.lastValue = value
      return old
    }
    keepAlive(old)
  }

  /// Sends the object's new value to the partner.
  private func pass(_ value: Value) {
    let (onChange, change, dropped) = state.withLock { state in
      state.stamp = .next()
      let dropped = state.pending
      state.pending = nil
      return (state.onChange, Change(value, state.stamp), dropped)
    }
    keepAlive(dropped)
    onChange?(change)
  }
}

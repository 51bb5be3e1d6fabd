import SwitchboardBroadcast

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
    withExtendedLifetime(old) {}
  }

  /// Sends the object's new value to the partner.
  private func pass(_ value: Value) {
    let (onChange, change, dropped) = state.withLock { state in
      state.stamp = .next()
      let dropped = state.pending
      state.pending = nil
      return (state.onChange, Change(value, state.stamp), dropped)
    }
    withExtendedLifetime(dropped) {}
    onChange?(change)
  }
}

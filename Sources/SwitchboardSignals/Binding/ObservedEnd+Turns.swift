import SwitchboardBroadcast

/// The functions that read and write an object's property in turns. They hold the object weakly. `object` is a strong
/// reference, so an `ObjectAccess` is kept only while the binding is being made.
struct ObjectAccess<Value: Sendable>: Sendable {
  let object: any AnyObject & Sendable
  /// Reads the property. Nil if the object is deallocated.
  let read: @Sendable () -> Value?
  let write: @Sendable (Value) -> Void
  /// Returns what `read` gives after a value was written, provided that the object stores the written value unchanged.
  var expected: @Sendable (Value) -> Value = { $0 }
}

extension ObservedEnd {
  /// Runs one turn. Turns run on the scheduler, one at a time.
  func takeTurn() {
    let (pending, settled) = state.withLock { state in
      state.isInTurn = true
      let pending = state.pending
      state.pending = nil
      return (pending, state.settled)
    }
    let now = read()
    if let now { settle(now, settled, pending) }
    let isAsked = state.withLock { state in
      state.isInTurn = false
      return state.pending != nil
    }
    // The object's last change used up the watch, so no `onGone` call will report the object's end.
    if now == nil { return objectIsGone() }
    if isAsked { turn.takeLater() }
  }

  private func settle(_ now: Value, _ settled: Value?, _ pending: Change<Value>?) {
    // Comparing runs user code: no lock is held.
    if settled.map({ $0 != now }) ?? beginsWithObject {
      // A change of the object wins over a write of the partner that is still pending.
      note(now)
      pass(now)
    } else if let pending {
      write(pending.value)
      note(expected(pending.value))
    } else {
      note(now)
    }
    let (left, latest) = (state.withLock { $0.settled }, track())
    guard let latest, latest != left else { return }
    note(latest)
    pass(latest)
  }

  private func note(_ value: Value) {
    let old = state.withLock { state in
      let old = state.settled
      state.settled = value
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

import SwitchboardBroadcast

/// How an object's property is read and written: in turns, and without keeping the object.
struct ObjectAccess<Value: Sendable>: Sendable {
  let object: any AnyObject & Sendable
  /// Nil if the object is gone.
  let read: @Sendable () -> Value?
  let write: @Sendable (Value) -> Void
  /// What is read after a value was written, if the object takes it as it is.
  var expected: @Sendable (Value) -> Value = { $0 }
}

extension ObservedEnd {
  /// On the scheduler, one at a time.
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
    // What it was watched with has been used up by its last change, so nobody else will say so.
    if now == nil { return objectIsGone() }
    if isAsked { turn.takeLater() }
  }

  private func settle(_ now: Value, _ settled: Value?, _ pending: Change<Value>?) {
    // Comparing is the user's code: no lock is held.
    if settled.map({ $0 != now }) ?? beginsWithObject {
      // Whatever the partner sent meanwhile, the object was changed where the binding has to yield to it.
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

  /// Tells the partner what the object has become.
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

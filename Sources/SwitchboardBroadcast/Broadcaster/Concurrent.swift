public import Synchronization

extension Broadcaster {
  /// Delivers `value` to every subscription on this thread, and returns after the last handler (promise R7). Concurrent
  /// delivery only. After the terminal event this function does nothing (promise R5).
  ///
  /// Cost: O(subscriptions); no allocation, no retain.
  @inlinable @inline(__always)
  public borrowing func dispatch(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    core.dispatch(value, fileID: fileID, line: line)
  }

  /// Delivers `value` like ``dispatch(_:fileID:line:)``, but only to subscriptions for which `isReached` returns true.
  /// `isReached` is called for each subscription that has not ended, when its turn comes, and must not call user code.
  @inlinable @inline(__always)
  public borrowing func dispatch(
    _ value: Value, to isReached: (Subscriber<Value>) -> Bool, fileID: StaticString = #fileID,
    line: UInt32 = #line
  ) {
    guard let walker = core.enter() else { return }
    if Probe.delivered(value, by: core, to: isReached, fileID: fileID, line: line) { return core.leave(walker) }
    core.storage.forEach { node in
      // Sound: as in `Core.walk`.
      let subscriber = unsafeDowncast(node, to: Subscriber<Value>.self)
      if !subscriber.isDisposed, isReached(subscriber) { subscriber.deliver(value) }
    }
    core.leave(walker)
  }

  /// Visits each subscription, in order, as a dispatch does. While `body` runs, the handler of a subscription that has
  /// not ended is not released. Concurrent delivery only. Traces do not show a visit.
  @inlinable
  public borrowing func visit(_ body: (Subscriber<Value>) -> Void) {
    guard let walker = core.enter() else { return }
    core.storage.forEach { body(unsafeDowncast($0, to: Subscriber<Value>.self)) }
    core.leave(walker)
  }
}

extension Core where Storage: ~Copyable {
  @inlinable @inline(__always)
  public func dispatch(_ value: Value, fileID: StaticString, line: UInt32) {
    guard let walker = enter() else { return }
    deliver(value, fileID: fileID, line: line)
    leave(walker)
  }

  @inlinable @inline(__always)
  func leave(_ walker: UInt64) {
    let seen = word.bits.subtract(walker, ordering: .releasing).oldValue
    // The last dispatch of a phase to leave does the work that had to wait for that phase.
    let phase = walker == StateWord.walker0 ? StateWord.walkers0 : StateWord.walkers1
    if seen & (StateWord.garbage | StateWord.pending) != 0, seen & phase == walker { finishPhase() }
  }

  /// Joins the current phase and returns one walker of it, or nil if the registry has ended.
  @inlinable @inline(__always)
  func enter() -> UInt64? {
    var seen = word.bits.load(ordering: .relaxed)
    while true {
      if seen & (StateWord.lock | StateWord.closed | StateWord.concurrent) != StateWord.concurrent {
        require(
          seen & StateWord.concurrent != 0,
          "dispatch(_:) needs a concurrent broadcaster; call send(_:) on a serial broadcaster")
        if seen & StateWord.closed != 0 { return nil }
        word.waitUntilUnlocked()
        seen = word.bits.load(ordering: .relaxed)
        continue
      }
      let walker = seen & StateWord.phase == 0 ? StateWord.walker0 : StateWord.walker1
      let (exchanged, original) = word.bits.compareExchange(
        expected: seen, desired: seen &+ walker, ordering: .acquiring)
      if exchanged { return walker }
      seen = original
    }
  }

  /// Releases what only the phase that just emptied could still see. Delivers the last event when no dispatch is in
  /// progress.
  @inlinable @inline(never)
  func finishPhase() {
    let word = word.acquire()
    guard nextTerminal != nil, word & StateWord.walkers == 0 else { return unlock() }
    unlock(enter: StateWord.walker0)
    drain()
  }
}

public import Synchronization

extension Core where Storage: ~Copyable {
  @inlinable @inline(__always)
  func dispatch(_ value: Value, fileID: StaticString, line: UInt32) {
    guard let walker = enter() else { return }
    deliver(value, fileID: fileID, line: line)
    leave(walker)
  }

  @inlinable @inline(__always)
  func dispatch(
    _ value: Value, to isReached: (Subscriber<Value, Storage>) -> Bool, fileID: StaticString, line: UInt32
  ) {
    guard let walker = enter() else { return }
    if Probe.delivered(value, by: self, to: isReached, fileID: fileID, line: line) { return leave(walker) }
    storage.forEach { node in
      // Sound: as in `walk`.
      let subscriber = unsafeDowncast(node, to: Subscriber<Value, Storage>.self)
      if !subscriber.isDisposed, isReached(subscriber) { subscriber.deliver(value) }
    }
    leave(walker)
  }

  @inlinable
  func visit(_ body: (Subscriber<Value, Storage>) -> Void) {
    guard let walker = enter() else { return }
    storage.forEach { body(unsafeDowncast($0, to: Subscriber<Value, Storage>.self)) }
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

public import CSwitchboardBroadcast
public import Synchronization

extension Broadcaster {
  /// Delivers `value` to every subscription, one delivery at a time (promise R6). Serial delivery only.
  ///
  /// When this function returns, the value is accepted. It is also delivered, unless a delivery was in progress. After
  /// the terminal event this function does nothing (promise R5).
  ///
  /// Cost: O(subscriptions); no allocation except that of the queue, no retain.
  @inlinable @inline(__always)
  public borrowing func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    core.send(value, fileID: fileID, line: line)
  }
}

extension Core where Storage: ~Copyable {
  /// Sends `value`. The fast path is for the thread that the registry is biased to: with plain stores, it marks the
  /// registry as busy, walks, and marks the registry as idle. Any flag in the word leads out of the fast path.
  @inlinable @inline(__always)
  public func send(_ value: Value, fileID: StaticString, line: UInt32) {
    let thread = switchboard_current_thread()
    guard word.owner.load(ordering: .relaxed) == thread, word.local.load(ordering: .acquiring) == 0 else {
      return sendShared(value, fileID: fileID, line: line)
    }
    word.local.store(StateWord.walker0, ordering: .releasing)
    guard word.isStillBiased(to: thread) else {
      return sendAfterRevocation(value, fileID: fileID, line: line)
    }
    deliver(value, fileID: fileID, line: line)
    guard word.local.load(ordering: .relaxed) == StateWord.walker0 else { return drain() }
    word.local.store(0, ordering: .releasing)
    if !word.isStillBiased(to: thread) { leaveAfterRevocation() }
  }

  /// Delivers a value that is being sent, and records the delivery if a trace is being recorded.
  @inlinable @inline(__always)
  func deliver(_ value: Value, fileID: StaticString, line: UInt32) {
    if Probe.delivered(value, by: self, fileID: fileID, line: line) { return }
    walk(value)
  }

  /// Delivers a value to all subscriptions that exist when the walk begins.
  @inlinable @inline(__always)
  func walk(_ value: Value) {
    storage.forEach { node in
      // Sound: a core admits only its own subscribers.
      unsafeDowncast(node, to: Subscriber.self).deliver(value)
    }
  }

  /// Sends `value` where the fast path of `send` does not apply. A shared registry that is idle needs two exchanges
  /// around the walk.
  @inlinable @inline(never)
  func sendShared(_ value: Value, fileID: StaticString, line: UInt32) {
    guard word.bits.compareExchange(expected: 0, desired: StateWord.walker0, ordering: .acquiring).exchanged else {
      return sendOrQueue(value, word.acquire(), fileID: fileID, line: line)
    }
    deliver(value, fileID: fileID, line: line)
    guard word.bits.compareExchange(expected: StateWord.walker0, desired: 0, ordering: .releasing).exchanged else {
      return drain()
    }
  }

  /// Sends `value`, or queues it during a delivery. Called under the lock, which this function gives back.
  @inlinable @inline(never)
  func sendOrQueue(_ value: Value, _ word: UInt64, fileID: StaticString, line: UInt32) {
    require(
      flags & StateWord.concurrent == 0,
      "send(_:) needs a serial broadcaster; call dispatch(_:) on a concurrent broadcaster")
    if isClosed { return unlock() }
    if word & StateWord.walkers != 0 {
      Probe.queued(self, fileID: fileID, line: line)
      enqueue(.value(value))
      return unlock()
    }
    unlockAndEnter()
    deliver(value, fileID: fileID, line: line)
    drain()
  }

  /// Gives the lock back and begins a delivery.
  @inlinable
  func unlockAndEnter() {
    if word.canBeginBias {
      // The walker is counted in the owner's word `local`, not in the shared word.
      word.beginBias(flags: flags)
      unlock()
    } else {
      unlock(enter: StateWord.walker0)
    }
  }

  /// Continues a send that found, at its beginning, that another thread had ended the bias.
  @inlinable @inline(never)
  func sendAfterRevocation(_ value: Value, fileID: StaticString, line: UInt32) {
    let seen = word.acquire()
    guard word.carried.exchange(false, ordering: .relaxed) else {
      return sendOrQueue(value, seen, fileID: fileID, line: line)
    }
    unlock()
    deliver(value, fileID: fileID, line: line)
    drain()
  }

  /// Ends a delivery that found, at its end, that another thread had ended the bias.
  @inlinable @inline(never)
  func leaveAfterRevocation() {
    _ = word.acquire()
    let isCounted = word.carried.exchange(false, ordering: .relaxed)
    unlock()
    if isCounted { drain() }
  }
}

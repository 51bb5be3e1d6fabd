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
  /// Sends `value`. A registry that is idle needs no lock.
  @inlinable @inline(__always)
  public func send(_ value: Value, fileID: StaticString, line: UInt32) {
    switch word.enter() {
    case .local(let thread):
      deliver(value, fileID: fileID, line: line)
      if !word.leave(thread) { drain() }
    case .shared: sendShared(value, fileID: fileID, line: line)
    case .revoked: sendRevoked(value, fileID: fileID, line: line)
    }
  }

  /// Sends `value` on a registry that is not biased to this thread.
  @inlinable @inline(never)
  func sendShared(_ value: Value, fileID: StaticString, line: UInt32) {
    guard word.enterShared() else { return sendOrQueue(value, word.acquire(), fileID: fileID, line: line) }
    deliverShared(value, fileID: fileID, line: line)
  }

  /// Sends `value` when the bias to this thread has ended at the beginning of the delivery.
  @inlinable @inline(never)
  func sendRevoked(_ value: Value, fileID: StaticString, line: UInt32) {
    guard word.enterRevoked() else { return sendOrQueue(value, word.acquire(), fileID: fileID, line: line) }
    deliverShared(value, fileID: fileID, line: line)
  }

  /// Delivers a value in a delivery that is counted in the shared word, and ends the delivery.
  @inlinable
  func deliverShared(_ value: Value, fileID: StaticString, line: UInt32) {
    deliver(value, fileID: fileID, line: line)
    if !word.leaveShared() { drain() }
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
      unsafe unsafeDowncast(node, to: Subscriber.self).deliver(value)
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
      unlock()
      return Probe.settled()
    }
    unlockAndEnter()
    deliver(value, fileID: fileID, line: line)
    drain()
  }

  /// Gives the lock back and begins a delivery.
  @inlinable
  func unlockAndEnter() { unlock(enter: word.walker(flags: flags)) }
}

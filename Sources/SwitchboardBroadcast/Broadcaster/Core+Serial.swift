public import Synchronization

extension Core where Storage: ~Copyable {
  /// The fast path is two exchanges around the walk: from idle to busy, and back. Any flag makes either fail.
  @inlinable @inline(__always)
  func send(_ value: Value, fileID: StaticString, line: UInt32) {
    guard word.bits.compareExchange(expected: 0, desired: StateWord.walker0, ordering: .acquiring).exchanged else {
      return sendOrQueue(value, fileID: fileID, line: line)
    }
    Probe.sendBegan(fileID: fileID, line: line)
    walk(value)
    Probe.sendEnded()
    guard word.bits.compareExchange(expected: StateWord.walker0, desired: 0, ordering: .releasing).exchanged else {
      return drain()
    }
  }

  @inlinable @inline(never)
  func sendOrQueue(_ value: Value, fileID: StaticString, line: UInt32) {
    let word = word.acquire()
    precondition(
      word & StateWord.concurrent == 0, "send(_:) needs a serial broadcaster; a concurrent one takes dispatch(_:)")
    if isClosed { return unlock() }
    if word & StateWord.walkers != 0 {
      Probe.queued(fileID: fileID, line: line)
      queue.append(value)
      flags |= StateWord.pending
      return unlock()
    }
    unlock(enter: StateWord.walker0)
    Probe.sendBegan(fileID: fileID, line: line)
    walk(value)
    Probe.sendEnded()
    drain()
  }
}

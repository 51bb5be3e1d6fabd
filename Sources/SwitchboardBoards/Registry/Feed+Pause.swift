import SwitchboardBroadcast

extension Feed {
  /// Keeps back what is written from now on. False if it has been retired.
  @usableFromInline
  func pause(_ limit: Int) -> Bool {
    broadcaster.withLock {
      if isRetired { return false }
      pauses += 1
      isHeldBack = true
      kept.limit = max(kept.limit, limit)
      return true
    }
  }

  /// Takes one pause back, and sends what was kept if it was the last. False if it has been retired.
  @usableFromInline
  func resume(fileID: StaticString, line: UInt32) -> Bool {
    var isDone = false
    var old = RingBuffer<Change>(limit: 0)
    // The key may have been paused for long: no update's closure is asked to answer for what was written since.
    var all: [Deferred<Change>] = []
    broadcaster.send(fileID: fileID, line: line) {
      if isRetired { return [] }
      isDone = true
      pauses -= 1
      if pauses > 0 { return [] }
      swap(&old, &kept)
      isHeldBack = holds > 0
      old.forEach(while: { true }) { all.append(Deferred($0, in: .none)) }
      if holds == 0 { return all }
      // In the middle of a batch: what was kept goes before what the batch writes.
      held.insert(contentsOf: all, at: 0)
      return []
    }
    return isDone
  }

  var isPaused: Bool { broadcaster.withLock { pauses > 0 } }

  /// Goes on where `other`, which is being replaced by this, has paused. Before others have this.
  func takePauses(of other: Feed) {
    let (pauses, limit) = other.broadcaster.withLock { (other.pauses, other.kept.limit) }
    self.pauses = pauses
    kept.limit = limit
    isHeldBack = pauses > 0
  }

  /// Lets a batch write without anybody hearing of it yet. False if it has been retired.
  func hold() -> Bool {
    broadcaster.withLock {
      if isRetired { return false }
      holds += 1
      isHeldBack = true
      return true
    }
  }

  /// The batch has written: whoever else is not in the middle of one is told. One batch may be told by another that is.
  func release(fileID: StaticString, line: UInt32) {
    var told: [Deferred<Change>] = []
    var pushedOut: [Change?] = []
    broadcaster.send(fileID: fileID, line: line) {
      holds -= 1
      if holds > 0 { return [] }
      isHeldBack = pauses > 0
      swap(&told, &held)
      if !isHeldBack { return told }
      var unseen: [Deferred<Change>] = []
      for deferred in told {
        var old: Change?
        if let silent = keep(deferred.value, &old) { unseen.append(Deferred(silent, in: deferred.scope)) }
        pushedOut.append(old)
      }
      return unseen
    }
    withExtendedLifetime(pushedOut) {}
  }
}

import SwitchboardBroadcast

extension Feed {
  /// Pauses the feed: later changes are held back, and at least the last `limit` of them are kept. Returns false if the
  /// feed has been retired.
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

  /// Ends one pause. If this was the last pause, sends the kept changes. Returns false if the feed has been retired.
  @usableFromInline
  func resume(fileID: StaticString, line: UInt32) -> Bool {
    var isDone = false
    var old = RingBuffer<Change>(limit: 0)
    // The kept changes carry no update scope: the updates that made them may have ended long ago.
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
      // A batch is writing: the kept changes go before the changes of the batch.
      held.insert(contentsOf: all, at: 0)
      return []
    }
    return isDone
  }

  var isPaused: Bool { broadcaster.withLock { pauses > 0 } }

  /// Takes over the pauses of `other`, which this feed replaces. Runs before other code can reach this feed.
  func takePauses(of other: Feed) {
    let (pauses, limit) = other.broadcaster.withLock { (other.pauses, other.kept.limit) }
    self.pauses = pauses
    kept.limit = limit
    isHeldBack = pauses > 0
  }

  /// Holds back the changes of a batch while the batch writes. Returns false if the feed has been retired.
  func hold() -> Bool {
    broadcaster.withLock {
      if isRetired { return false }
      holds += 1
      isHeldBack = true
      return true
    }
  }

  /// Ends the hold of a batch that has written its keys. If no other batch holds the feed, delivers the held changes,
  /// which may include changes of other batches. If the key is paused, keeps the held changes for the resume instead.
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
    keepAlive(pushedOut)
  }
}

extension Core where Storage: ~Copyable {
  /// Adds a subscription behind everything that has been accepted, after `replay` has given it what it missed (R8).
  ///
  /// The replay is one of the registry's serial deliveries: while it runs, sends are queued, so the newcomer neither
  /// misses a value nor gets one twice.
  @inlinable
  func join(
    _ subscriber: Subscriber<Value, Storage>, replay: @escaping @Sendable (Subscriber<Value, Storage>) -> Void
  ) {
    let word = word.acquire()
    if isClosed, nextTerminal == nil {
      if subscriber.isDisposed { return unlock() }
      // Nothing is delivered any more, so what there is to replay does not change.
      let event = terminal
      subscriber.isLate = true
      unlock()
      let late = Probe.replayBegan(subscriber, in: self)
      replay(subscriber)
      if let event { subscriber.runLast(event) }
      Probe.ended(late)
      subscriber.dispose()
      subscriber.releaseHandler()
      return
    }
    if word & StateWord.walkers != 0 {
      enqueue(.join { self.joinNow(subscriber, replay) })
      Probe.queued(subscriber, in: self)
      return unlock()
    }
    unlockAndEnter()
    let began = Probe.replayBegan(subscriber, in: self)
    joinNow(subscriber, replay)
    Probe.ended(began)
    drain()
  }

  /// In the course of a delivery, of which the caller is the only walker.
  @inlinable
  func joinNow(
    _ subscriber: Subscriber<Value, Storage>, _ replay: @Sendable (Subscriber<Value, Storage>) -> Void
  ) {
    replay(subscriber)
    _ = word.acquire()
    if !subscriber.isDisposed { insert(subscriber, exclusive: false) }
    unlock()
  }

  /// Sends, and runs `accept` under the lock at the moment in which the value takes its place in the order.
  ///
  /// `accept` must be a few moves: no user code runs under the lock (R4), not even a deinit.
  @inlinable
  func send(_ value: Value, fileID: StaticString, line: UInt32, accept: () -> Void) {
    let word = word.acquire()
    if !isClosed { accept() }
    sendOrQueue(value, word, fileID: fileID, line: line)
  }

  /// Sends what `make` makes under the lock, at the moment in which it takes its place in the order; nothing if that is nil.
  /// The same rule as for `accept`.
  @inlinable
  func send(fileID: StaticString, line: UInt32, make: () -> Value?) -> Bool {
    let word = word.acquire()
    guard !isClosed, let value = make() else {
      unlock()
      return false
    }
    sendOrQueue(value, word, fileID: fileID, line: line)
    return true
  }

  /// Sends what `make` returns under the lock, one after the other, with nothing in between. The same rule as for `accept`; the
  /// caller keeps what it returns until the lock has been given back.
  @inlinable
  func send(fileID: StaticString, line: UInt32, makeAll make: () -> [Deferred<Value>]) {
    let word = word.acquire()
    let values = isClosed ? [] : make()
    if values.isEmpty { return unlock() }
    for deferred in values {
      Probe.queued(self, fileID: fileID, line: line)
      enqueue(.value(deferred.value), in: deferred.scope)
    }
    if word & StateWord.walkers != 0 { return unlock() }
    unlockAndEnter()
    drain()
  }

  /// Runs `body` under the lock. The same rule as for `accept`.
  @inlinable
  func withLock<Result>(_ body: () -> Result) -> Result {
    _ = word.acquire()
    let result = body()
    unlock()
    return result
  }
}

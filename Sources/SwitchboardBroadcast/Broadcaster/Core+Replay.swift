extension Core where Storage: ~Copyable {
  /// Adds a subscription behind everything that has been accepted, after `replay` has given it what it missed
  /// (promise R8).
  ///
  /// The replay is one of the registry's serial deliveries. Sends are queued while the replay runs, so the new
  /// subscriber neither misses a value nor gets a value twice.
  @inlinable
  func join(
    _ subscriber: Subscriber<Value, Storage>, replay: @escaping @Sendable (Subscriber<Value, Storage>) -> Void
  ) {
    let word = word.acquire()
    if isClosed, nextTerminal == nil {
      if subscriber.isDisposed { return unlock() }
      // Nothing is delivered any more, so what `replay` reads does not change.
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

  /// Runs `replay`, then adds the subscription. The caller is the only walker of the delivery in progress.
  @inlinable
  func joinNow(
    _ subscriber: Subscriber<Value, Storage>, _ replay: @Sendable (Subscriber<Value, Storage>) -> Void
  ) {
    replay(subscriber)
    _ = word.acquire()
    if !subscriber.isDisposed { insert(subscriber, exclusive: false) }
    unlock()
  }

  /// Sends `value`, and runs `accept` under the lock, at the moment in which the value takes its place in the order.
  ///
  /// `accept` must be a few moves: no user code runs under the lock, not even a deinit (promise R4).
  @inlinable
  func send(_ value: Value, fileID: StaticString, line: UInt32, accept: () -> Void) {
    let word = word.acquire()
    if !isClosed { accept() }
    sendOrQueue(value, word, fileID: fileID, line: line)
  }

  /// Sends the value that `make` returns, or nothing if that is nil. `make` runs under the lock, at the moment in which
  /// the value takes its place in the order, so the rule for `accept` applies to `make` too.
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

  /// Sends the values that `make` returns, in their order, with nothing in between. `make` runs under the lock, so the
  /// rule for `accept` applies to `make` too. The caller keeps the values until the lock has been given back.
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

  /// Runs `body` under the lock. The rule for `accept` applies to `body` too.
  @inlinable
  func withLock<Result>(_ body: () -> Result) -> Result {
    _ = word.acquire()
    let result = body()
    unlock()
    return result
  }
}

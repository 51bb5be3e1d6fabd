extension Broadcaster {
  /// Adds a subscription behind everything accepted so far, after `replay` has given it what it missed: no gap, no
  /// duplicate (promise R8). During a delivery, the replay and the subscription wait for their turn. Called after
  /// ``announce(_:fileID:line:)``. Does nothing if the subscription has ended meanwhile. Serial delivery only.
  @inlinable
  public borrowing func admit(
    _ subscriber: Subscriber<Value>, replay: @escaping @Sendable (Subscriber<Value>) -> Void
  ) {
    core.join(subscriber, replay: replay)
  }

  /// Sends `value`, and runs `accept` under the lock, at the moment in which the value takes its place in the order.
  /// `accept` must be a few moves: no user code, not even a deinit (promise R4). After the end, `accept` is not called.
  /// Serial delivery only.
  @inlinable
  public borrowing func send(
    _ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line, accept: () -> Void
  ) {
    let word = core.word.acquire()
    if !core.isClosed { accept() }
    core.sendOrQueue(value, word, fileID: fileID, line: line)
  }

  /// Sends the value that `make` returns, or nothing if that is nil. `make` runs under the lock, at the moment in which
  /// the value takes its place in the order, so the rule for `accept` in ``send(_:fileID:line:accept:)`` applies to
  /// `make` too. After the end, `make` is not called. Serial delivery only.
  ///
  /// - Returns: Whether a value was sent.
  @inlinable @discardableResult
  public borrowing func send(
    fileID: StaticString = #fileID, line: UInt32 = #line, make: () -> Value?
  ) -> Bool {
    let word = core.word.acquire()
    guard !core.isClosed, let value = make() else {
      core.unlock()
      return false
    }
    core.sendOrQueue(value, word, fileID: fileID, line: line)
    return true
  }

  /// Sends the values that `make` returns, with nothing in between; used for values that were held back. `make` runs
  /// under the lock, so the rule for `accept` in ``send(_:fileID:line:accept:)`` applies to `make` too. The caller
  /// keeps the values until this function returns, so that no value is released under the lock. Serial delivery only.
  ///
  /// Cost: O(values × subscriptions), and the queue.
  @inlinable
  public borrowing func send(
    fileID: StaticString = #fileID, line: UInt32 = #line, makeAll make: () -> [Deferred<Value>]
  ) {
    let word = core.word.acquire()
    let values = core.isClosed ? [] : make()
    if values.isEmpty { return core.unlock() }
    for deferred in values {
      Probe.queued(core, fileID: fileID, line: line)
      core.enqueue(.value(deferred.value), in: deferred.scope)
    }
    if word & StateWord.walkers != 0 {
      core.unlock()
      return Probe.settled()
    }
    core.unlockAndEnter()
    core.drain()
  }

  /// Runs `body` under the lock. The rule for `accept` in ``send(_:fileID:line:accept:)`` applies to `body` too.
  @inlinable
  public borrowing func withLock<Result>(_ body: () -> Result) -> Result {
    _ = core.word.acquire()
    let result = body()
    core.unlock()
    return result
  }
}

extension Core where Storage: ~Copyable {
  /// The replay is one of the registry's serial deliveries. Sends are queued while the replay runs, so the new
  /// subscriber neither misses a value nor gets a value twice.
  @inlinable
  public func join(_ subscriber: Subscriber, replay: @escaping @Sendable (Subscriber) -> Void) {
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
      unlock()
      return Probe.settled()
    }
    unlockAndEnter()
    let began = Probe.replayBegan(subscriber, in: self)
    joinNow(subscriber, replay)
    Probe.ended(began)
    drain()
  }

  /// Runs `replay`, then adds the subscription. The caller is the only walker of the delivery in progress.
  @inlinable
  func joinNow(_ subscriber: Subscriber, _ replay: @Sendable (Subscriber) -> Void) {
    replay(subscriber)
    _ = word.acquire()
    if !subscriber.isDisposed { insert(subscriber, exclusive: false) }
    unlock()
  }
}

/// A value that its owner held back before it sent it.
public struct Deferred<Value: Sendable>: Sendable {
  public let value: Value
  /// The update whose closure made the value, or ``UpdateScope/none``.
  public let scope: UpdateScope

  @inlinable
  public init(_ value: Value, in scope: UpdateScope) { (self.value, self.scope) = (value, scope) }
}

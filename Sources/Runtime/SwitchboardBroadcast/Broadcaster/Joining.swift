extension Broadcaster {
  /// Adds a subscription behind everything accepted so far, after `replay` has given it what it missed: no gap, no
  /// duplicate (promise R8). During a delivery, the replay and the subscription wait for their turn. Called after
  /// ``announce(_:fileID:line:)``. Does nothing if the subscription has ended meanwhile. Serial delivery only.
  public borrowing func admit(
    _ subscriber: Subscriber<Value>, replay: @escaping @Sendable (SubscriptionNode) -> Void
  ) {
    registry.join(subscriber, replay: replay)
  }

  /// Adds a subscription behind everything accepted so far, after it has received the value that `latest` returns,
  /// or no value if `hasLatest` returns false. Both run under the lock, at the moment in which the subscription
  /// takes its place in the order: so the value is the last that was accepted before, and the subscription sees no
  /// gap and no duplicate (promise R8). The rule for `accept` in ``send(_:fileID:line:accept:)`` applies to both.
  /// Called after ``announce(_:fileID:line:)``. Does nothing if the subscription has ended meanwhile. Serial
  /// delivery only.
  public borrowing func admit(
    _ subscriber: Subscriber<Value>, if hasLatest: () -> Bool = { true }, after latest: () -> Value
  ) {
    let word = registry.lock()
    guard hasLatest() else { return registry.join(subscriber, underLock: word) { _ in } }
    let value = latest()
    switch registry.beginJoin(subscriber, underLock: word) {
    case .ended: break
    case .late:
      let late = Probe.replayBegan(subscriber, in: registry)
      subscriber.take(value)
      registry.endLateJoin(subscriber, late)
    case .delivery:
      let began = Probe.replayBegan(subscriber, in: registry)
      subscriber.take(value)
      registry.endJoin(subscriber, began)
    case .queue:
      registry.queueJoin(subscriber) { node in
        // Sound: the node is that of `subscriber`.
        unsafe unsafeDowncast(node, to: Subscriber<Value>.self).take(value)
      }
    }
  }
}

extension Subscriber {
  /// Receives a value that is replayed.
  fileprivate func take(_ value: Value) {
    Probe.reached(self)
    deliver(value)
  }
}

extension Registry {
  /// Adds a subscription, or, after the end, gives it the last event.
  public func admit(_ node: RegistryNode) {
    let word = word.acquire()
    // The subscription may be in a bag that was disposed meanwhile. If it were added now, nothing would remove it any
    // more.
    if node.isDisposed { return unlock() }
    // Closed, and no last event is waiting that would find the new subscription in the storage.
    if isClosed, !isEnding {
      let kept = terminal
      // Deactivated first, and under the lock, because the subscription is in no storage: a `dispose()`, by the event
      // or on another thread, must find nothing to do.
      node.deactivate()
      unlock()
      let late = Probe.replayBegan(node, in: self)
      Probe.deliveredLast(to: node, by: self)
      if let kept { kept.event(node) }
      Probe.ended(late)
      Probe.disposed(node, in: self)
      node.releaseHandler()
      return
    }
    insert(node, exclusive: word & StateWord.walkers == 0)
    unlock()
  }

  /// Adds a subscription behind everything accepted so far, after `replay` has given it what it missed. See
  /// ``Broadcaster/admit(_:replay:)``.
  public func join(_ node: RegistryNode, replay: @escaping @Sendable (SubscriptionNode) -> Void) {
    join(node, underLock: lock(), replay: replay)
  }

  /// Adds a subscription as ``join(_:replay:)`` does. Called under the lock, with the word as it is then.
  fileprivate func join(
    _ node: RegistryNode, underLock word: UInt64, replay: @escaping @Sendable (SubscriptionNode) -> Void
  ) {
    switch beginJoin(node, underLock: word) {
    case .ended: break
    case .late:
      let late = Probe.replayBegan(node, in: self)
      replay(node)
      endLateJoin(node, late)
    case .delivery:
      let began = Probe.replayBegan(node, in: self)
      replay(node)
      endJoin(node, began)
    case .queue: queueJoin(node, replay)
    }
  }
}

extension Registry {
  /// Whether no delivery is in progress. Takes the lock.
  @usableFromInline package var isIdle: Bool {
    let word = word.acquire()
    unlock()
    return word & StateWord.walkers == 0
  }

  /// Runs `action` in the order of the deliveries: now, or, during a delivery, behind everything accepted so far. Does
  /// nothing after the end. Serial delivery only.
  @usableFromInline
  package func perform(_ action: @escaping @Sendable () -> Void) { perform(now: action, later: { action }) }

  /// Runs an action as ``perform(_:)`` does: `now`, or the action that `later` returns, which is called under the lock.
  /// So an action that can run immediately costs no allocation.
  package func perform(now: () -> Void, later: () -> @Sendable () -> Void) {
    switch begin(underLock: word.acquire()) {
    case .ended: break
    case .delivery:
      now()
      endDelivery()
    case .queue:
      let content = unsafe append(contentSize: MemoryLayout<QueuedAction>.size) { registry, content, _ in
        let queued = unsafe content.assumingMemoryBound(to: QueuedAction.self).move()
        if registry != nil { queued.run() }
      }
      unsafe content.initializeMemory(as: QueuedAction.self, to: QueuedAction(run: later()))
      unlock()
    }
  }
}

/// An action that waits for its turn.
private struct QueuedAction: Sendable { let run: @Sendable () -> Void }

/// How a subscription joins a registry that has something to replay.
private enum JoinBegin {
  /// The subscription has ended already.
  case ended
  /// The registry has ended. What it replays does not change any more. The caller replays, and calls
  /// ``Registry/endLateJoin(_:_:)``.
  case late
  /// The replay is one of the registry's serial deliveries, which has begun. Sends are queued meanwhile, so the new
  /// subscriber neither misses a value nor gets a value twice. The caller replays, and calls
  /// ``Registry/endJoin(_:_:)``.
  case delivery
  /// A delivery is in progress. The caller, which still holds the lock, calls ``Registry/queueJoin(_:_:)``.
  case queue
}

extension Registry {
  /// Begins to add a subscription that first gets what the registry replays. Called under the lock, with the word as it
  /// is then. Gives the lock back, except with the result ``JoinBegin/queue``.
  fileprivate func beginJoin(_ node: RegistryNode, underLock word: UInt64) -> JoinBegin {
    if isClosed, !isEnding {
      let hasEnded = node.isDisposed
      if !hasEnded { node.isLate = true }
      unlock()
      return hasEnded ? .ended : .late
    }
    if word & StateWord.walkers != 0 { return .queue }
    unlockAndEnter()
    return .delivery
  }

  fileprivate func endLateJoin(_ node: RegistryNode, _ late: Probe.Activity) {
    if let kept = withLock({ terminal }) { runLast(kept.event, of: node) }
    Probe.ended(late)
    node.dispose()
    node.releaseHandler()
  }

  fileprivate func endJoin(_ node: RegistryNode, _ began: Probe.Activity) {
    insertInDelivery(node)
    Probe.ended(began)
    endDelivery()
  }

  /// Queues the replay and the subscription until their turn, and gives the lock back.
  fileprivate func queueJoin(_ node: RegistryNode, _ replay: @escaping @Sendable (SubscriptionNode) -> Void) {
    let join = QueuedJoin(node: node, replay: replay)
    let content = unsafe append(contentSize: MemoryLayout<QueuedJoin>.size) { registry, content, origins in
      let join = unsafe content.assumingMemoryBound(to: QueuedJoin.self).move()
      guard let registry else { return }
      let replay = Probe.replayBegan(registry, &origins)
      join.replay(join.node)
      registry.insertInDelivery(join.node)
      Probe.ended(replay)
    }
    unsafe content.initializeMemory(as: QueuedJoin.self, to: join)
    Probe.queued(self, from: node.site)
    unlock()
    Probe.settled()
  }

  /// Adds a subscription after its replay. The caller is the only walker of the delivery in progress.
  private func insertInDelivery(_ node: RegistryNode) {
    _ = word.acquire()
    if !node.isDisposed { insert(node, exclusive: false) }
    unlock()
  }
}

/// A subscriber that has to get a replay before it joins.
private struct QueuedJoin {
  let node: RegistryNode
  let replay: @Sendable (SubscriptionNode) -> Void
}

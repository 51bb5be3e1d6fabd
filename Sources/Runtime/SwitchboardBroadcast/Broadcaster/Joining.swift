extension Broadcaster {
  /// Adds a subscription behind everything accepted so far, after `replay` has given it what it missed: no gap, no
  /// duplicate (promise R8). During a delivery, the replay and the subscription wait for their turn. Called after
  /// ``announce(_:fileID:line:)``. Does nothing if the subscription has ended meanwhile. Serial delivery only.
  @inlinable
  public borrowing func admit(
    _ subscriber: Subscriber<Value>, replay: @escaping @Sendable (SubscriptionNode) -> Void
  ) {
    registry.join(subscriber, replay: replay)
  }

  /// Adds a subscription behind everything accepted so far, after it has received the value that `latest` returns, if
  /// any.
  /// `latest` runs under the lock, at the moment in which the subscription takes its place in the order: so it returns
  /// the last value that was accepted before, and the subscription sees no gap and no duplicate (promise R8). The rule
  /// for `accept` in ``send(_:fileID:line:accept:)`` applies to `latest` too. Called after
  /// ``announce(_:fileID:line:)``. Does nothing if the subscription has ended meanwhile. Serial delivery only.
  @inlinable
  public borrowing func admit(_ subscriber: Subscriber<Value>, after latest: () -> Value?) {
    let word = registry.lock()
    let value = latest()
    switch registry.beginJoin(subscriber, underLock: word) {
    case .ended: break
    case .late:
      let late = Probe.replayBegan(subscriber, in: registry)
      if let value { subscriber.take(value) }
      registry.endLateJoin(subscriber, late)
    case .delivery:
      let began = Probe.replayBegan(subscriber, in: registry)
      if let value { subscriber.take(value) }
      registry.endJoin(subscriber, began)
    case .queue:
      registry.queueJoin(subscriber) { node in
        // Sound: the node is that of `subscriber`.
        if let value { unsafe unsafeDowncast(node, to: Subscriber<Value>.self).take(value) }
      }
    }
  }
}

extension StoredRegistry.Subscriber where Storage: ~Copyable {
  /// Receives a value that is replayed.
  @inlinable @inline(__always)
  final func take(_ value: Value) {
    Probe.reached(self)
    deliver(value)
  }
}

extension StoredRegistry where Storage: ~Copyable {
  /// Numbers a subscription for traces and leak reports.
  @inlinable @inline(__always)
  public final func announce(_ node: Node, fileID: StaticString, line: UInt32) {
    Probe.subscribed(node, in: self, fileID: fileID, line: line)
  }

  /// Adds a subscription, or, after the end, gives it the last event.
  @inlinable @inline(never)
  public final func admit(_ node: Node) {
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
  @inlinable
  public final func join(_ node: Node, replay: @escaping @Sendable (SubscriptionNode) -> Void) {
    switch beginJoin(node, underLock: lock()) {
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
  @usableFromInline package final var isIdle: Bool {
    let word = word.acquire()
    unlock()
    return word & StateWord.walkers == 0
  }

  /// Runs `action` in the order of the deliveries: now, or, during a delivery, behind everything accepted so far. Does
  /// nothing after the end. Serial delivery only.
  @usableFromInline
  package final func perform(_ action: @escaping @Sendable () -> Void) {
    switch begin(underLock: word.acquire()) {
    case .ended: break
    case .delivery:
      action()
      endDelivery()
    case .queue:
      let content = unsafe append(contentSize: MemoryLayout<QueuedAction>.size) { registry, content, _ in
        let queued = unsafe content.assumingMemoryBound(to: QueuedAction.self).move()
        if registry != nil { queued.run() }
      }
      unsafe content.initializeMemory(as: QueuedAction.self, to: QueuedAction(run: action))
      unlock()
    }
  }
}

/// An action that waits for its turn.
private struct QueuedAction: Sendable { let run: @Sendable () -> Void }

/// How a subscription joins a registry that has something to replay.
@usableFromInline
enum JoinBegin {
  /// The subscription has ended already.
  case ended
  /// The registry has ended. What it replays does not change any more. The caller replays, and calls
  /// ``StoredRegistry/endLateJoin(_:_:)``.
  case late
  /// The replay is one of the registry's serial deliveries, which has begun. Sends are queued meanwhile, so the new
  /// subscriber neither misses a value nor gets a value twice. The caller replays, and calls
  /// ``StoredRegistry/endJoin(_:_:)``.
  case delivery
  /// A delivery is in progress. The caller, which still holds the lock, calls ``StoredRegistry/queueJoin(_:_:)``.
  case queue
}

extension StoredRegistry where Storage: ~Copyable {
  /// Begins to add a subscription that first gets what the registry replays. Called under the lock, with the word as it
  /// is then. Gives the lock back, except with the result ``JoinBegin/queue``.
  @inlinable @inline(never)
  final func beginJoin(_ node: Node, underLock word: UInt64) -> JoinBegin {
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

  @inlinable @inline(never)
  final func endLateJoin(_ node: Node, _ late: Probe.Activity) {
    if let kept = withLock({ terminal }) { runLast(kept.event, of: node) }
    Probe.ended(late)
    node.dispose()
    node.releaseHandler()
  }

  @inlinable @inline(never)
  final func endJoin(_ node: Node, _ began: Probe.Activity) {
    insertInDelivery(node)
    Probe.ended(began)
    endDelivery()
  }

  /// Queues the replay and the subscription until their turn, and gives the lock back.
  @inlinable @inline(never)
  final func queueJoin(_ node: Node, _ replay: @escaping @Sendable (SubscriptionNode) -> Void) {
    let join = QueuedJoin(node, replay)
    let content = unsafe append(contentSize: MemoryLayout<QueuedJoin>.size) { registry, content, origins in
      let join = unsafe content.assumingMemoryBound(to: QueuedJoin.self).move()
      guard let registry else { return }
      let replay = Probe.replayBegan(registry, &origins)
      // Sound: the action is in the queue of such a registry, and a join is made for a node of the registry.
      unsafe unsafeDowncast(registry, to: StoredRegistry.self)
        .replayAndInsert(unsafeDowncast(join.node, to: Node.self), join.replay)
      Probe.ended(replay)
    }
    unsafe content.initializeMemory(as: QueuedJoin.self, to: join)
    Probe.queued(node, in: self)
    unlock()
    Probe.settled()
  }

  /// Performs a replay that has waited for its turn, and adds the subscription.
  @inlinable @inline(never)
  final func replayAndInsert(_ node: Node, _ replay: @Sendable (SubscriptionNode) -> Void) {
    replay(node)
    insertInDelivery(node)
  }

  /// Adds a subscription after its replay. The caller is the only walker of the delivery in progress.
  @inlinable
  final func insertInDelivery(_ node: Node) {
    _ = word.acquire()
    if !node.isDisposed { insert(node, exclusive: false) }
    unlock()
  }
}

/// A subscriber that has to get a replay before it joins.
@usableFromInline
struct QueuedJoin {
  @usableFromInline let node: SubscriptionNode
  @usableFromInline let replay: @Sendable (SubscriptionNode) -> Void
  @inlinable init(_ node: SubscriptionNode, _ replay: @escaping @Sendable (SubscriptionNode) -> Void) {
    (self.node, self.replay) = (node, replay)
  }
}

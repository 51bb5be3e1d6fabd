// The deliveries of a registry. What a value passes on its way to the handlers is generic and compiled into the code
// that sends. Everything else is not generic over the value: it is compiled once, and looks up no metadata.

/// How a send goes on that the fast path did not take.
@usableFromInline
enum SendBegin {
  /// A delivery has begun. It ends with ``Registry/endDelivery()``.
  case delivery
  /// A delivery is in progress. The caller queues the value, and gives the lock back.
  case queue
  /// Nothing is accepted any more.
  case ended
}

extension StoredRegistry where Storage: ~Copyable {
  /// Delivers a value that is being sent, and records the delivery if a trace is being recorded.
  @inlinable @inline(__always)
  final func deliver<Value: Sendable>(
    _ value: Value, concurrently: Bool = false, fileID: StaticString, line: UInt32
  ) {
    if Probe.delivered(value, by: self, fileID: fileID, line: line) { return }
    walk(value, concurrently: concurrently)
  }

  /// Delivers a value to all subscriptions that exist when the walk begins.
  @inlinable @inline(__always)
  final func walk<Value: Sendable>(_ value: Value, concurrently: Bool = false) {
    if Probe.counted(value, by: self, concurrently: concurrently) { return }
    storage.forEach { node in
      // Sound: the owner of the registry admits only subscribers of its type of values.
      unsafe unsafeDowncast(node, to: Subscriber<Value>.self).deliver(value)
    }
  }
}

// Serial delivery: one at a time.
extension StoredRegistry where Storage: ~Copyable {
  /// Sends `value`. A registry that is idle needs no lock.
  @inlinable @inline(__always)
  public final func send<Value: Sendable>(_ value: Value, fileID: StaticString, line: UInt32) {
    switch word.enter() {
    case .local(let thread):
      deliver(value, fileID: fileID, line: line)
      if !word.leave(thread) { drain() }
    case .shared: sendSlowly(value, isRevoked: false, fileID: fileID, line: line)
    case .revoked: sendSlowly(value, isRevoked: true, fileID: fileID, line: line)
    }
  }

  /// Sends `value` on a registry that is not idle, or not biased to this thread.
  @inlinable @inline(never)
  final func sendSlowly<Value: Sendable>(_ value: Value, isRevoked: Bool, fileID: StaticString, line: UInt32) {
    send(value, begin(isRevoked: isRevoked), fileID: fileID, line: line)
  }

  /// Delivers `value` if a delivery has begun, or queues it.
  @inlinable @inline(__always)
  final func send<Value: Sendable>(_ value: Value, _ begin: SendBegin, fileID: StaticString, line: UInt32) {
    switch begin {
    case .delivery:
      deliver(value, fileID: fileID, line: line)
      endDelivery()
    case .queue:
      Probe.queued(self, fileID: fileID, line: line)
      enqueue(value)
      unlock()
      Probe.settled()
    case .ended: break
    }
  }

  /// Queues `value` until its turn. Called under the lock, during a delivery.
  @inlinable @inline(never)
  final func enqueue<Value: Sendable>(_ value: Value, in scope: UpdateScope = .current) {
    let content = unsafe append(contentSize: QueuedValue<Value>.size, in: scope) { registry, content, origins in
      let value = unsafe QueuedValue<Value>.take(from: content)
      guard let registry else { return }
      // Sound: the action is in the queue of such a registry.
      let stored = unsafe unsafeDowncast(registry, to: StoredRegistry.self)
      if Probe.delivered(value, by: stored, &origins) { return }
      stored.walk(value)
    }
    unsafe QueuedValue.store(value, at: content)
  }
}

extension Registry {
  /// Begins a serial delivery that the fast path could not begin.
  @usableFromInline
  final func begin(isRevoked: Bool) -> SendBegin {
    if isRevoked ? word.enterRevoked() : word.enterShared() { return .delivery }
    return begin(underLock: word.acquire())
  }

  /// Begins a serial delivery, unless a delivery is in progress. Called under the lock, with the word as it is then.
  /// Gives the lock back, except with the result ``SendBegin/queue``.
  @usableFromInline
  final func begin(underLock word: UInt64) -> SendBegin {
    require(
      flags & StateWord.concurrent == 0,
      "send(_:) needs a serial broadcaster; call dispatch(_:) on a concurrent broadcaster")
    if isClosed {
      unlock()
      return .ended
    }
    if word & StateWord.walkers != 0 { return .queue }
    unlockAndEnter()
    return .delivery
  }

  /// Gives the lock back and begins a delivery.
  @usableFromInline
  final func unlockAndEnter() { unlock(enter: word.walker(flags: flags)) }

  /// Adds an entry to the queue, and returns the address at which the caller initialises the content. Called under the
  /// lock, during a delivery.
  @usableFromInline
  final func append(
    contentSize: Int, in scope: UpdateScope = .current, _ action: @escaping SerialQueue.Action
  ) -> UnsafeMutableRawPointer {
    flags |= StateWord.pending
    return unsafe queue.append(action, in: scope, contentSize: contentSize)
  }
}

extension Registry {
  /// Ends a delivery, after the work that came up meanwhile.
  @usableFromInline
  final func endDelivery() { if !word.leaveStanding() { drain() } }

  /// Delivers queued entries and then the last event, and ends the delivery in progress, which is the caller.
  ///
  /// Retired things are released after each event. At that point the caller still counts as a delivery but holds no
  /// lock; so a `deinit` may send or dispose, and its sends are queued like all other sends.
  ///
  /// The queue may hold entries that other threads made. If the closure of an update sends here, that update did not
  /// cause these entries, so they run in a scope of their own.
  @usableFromInline
  final func drain() {
    // The scope of the caller and of the entries that the caller queued itself, and the scope of all other entries.
    let scope = UpdateScope.current
    let foreign = scope == .none ? scope : .fresh()
    if scope != .none { foreign.enter() }
    defer { if scope != .none { scope.enter() } }
    var batch = SerialQueue()
    var origins = Probe.Origins()
    while true {
      _ = word.acquire()
      if !queue.isEmpty {
        swap(&batch, &queue)
        Probe.took(&origins, from: self)
        if !isEnding { flags &= ~StateWord.pending }
        unlock(enter: 0, standing: StateWord.walker0)
        while let (entry, content) = unsafe batch.popFirst() {
          if scope != .none { (entry.scope == scope ? scope : foreign).enter() }
          unsafe entry.action(self, content, &origins)
          if entry.isMark { continue }
          if scope != .none { foreign.enter() }
          if word.hasGarbage {
            _ = word.acquire()
            unlock(enter: 0, standing: StateWord.walker0)
          }
        }
      } else if isEnding, let event = terminal?.event {
        isEnding = false
        flags &= ~StateWord.pending
        unlock(enter: 0, standing: StateWord.walker0)
        deliverLast(event)
      } else if !fresh.isEmpty || !waiting.isEmpty {
        unlock(enter: 0, standing: StateWord.walker0)
      } else {
        // Freeing the memory of an empty queue under the lock runs no deinit.
        queue.settle(&batch, isLast: isClosed)
        Probe.drained(self)
        return unlock(enter: 0, leave: StateWord.walker0)
      }
    }
  }
}

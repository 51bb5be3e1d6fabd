// What waits for the delivery in progress, and the end of a delivery.

extension Registry {
  /// Queues `value` until its turn. Called under the lock, during a delivery.
  @inline(never) @usableFromInline
  func enqueue<Value: Sendable>(_ value: Value, in scope: UpdateScope = .current) {
    let content = unsafe append(contentSize: QueuedValue<Value>.size, in: scope) { registry, content, origins in
      let value = unsafe QueuedValue<Value>.take(from: content)
      guard let registry else { return }
      let origin = Probe.unqueued(registry, &origins)
      registry.deliver(value, in: Probe.sendBegan(registry, origin))
    }
    unsafe QueuedValue.store(value, at: content)
  }

  /// Queues a number for `note`, in front of the value to which the number belongs. Called under the lock, during a
  /// delivery.
  func enqueue(_ number: Int, for note: DeliveryNote) {
    let content = unsafe append(contentSize: MemoryLayout<QueuedNumber>.size) { registry, content, _ in
      let queued = unsafe content.assumingMemoryBound(to: QueuedNumber.self).move()
      if registry != nil { queued.note.number = queued.number }
    }
    unsafe content.initializeMemory(as: QueuedNumber.self, to: QueuedNumber(note: note, number: number))
  }

  /// Adds an entry to the queue, and returns the address at which the caller initialises the content. Called under the
  /// lock, during a delivery.
  @usableFromInline
  func append(
    contentSize: Int, in scope: UpdateScope = .current, _ action: @escaping SerialQueue.Action
  ) -> UnsafeMutableRawPointer {
    flags |= StateWord.pending
    return unsafe queue.append(action, in: scope, contentSize: contentSize)
  }

  /// Delivers queued entries and then the last event, and ends the delivery in progress, which is the caller.
  ///
  /// Retired things are released after each event. At that point the caller still counts as a delivery but holds no
  /// lock; so a `deinit` may send or dispose, and its sends are queued like all other sends.
  ///
  /// The queue may hold entries that other threads made. If the closure of an update sends here, that update did not
  /// cause these entries, so they run in a scope of their own.
  @usableFromInline
  func drain() {
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

  /// Releases what only the phase that just emptied could still see. Delivers the last event when no dispatch is in
  /// progress.
  @usableFromInline
  func finishPhase() {
    let word = word.acquire()
    guard isEnding, word & StateWord.walkers == 0 else { return unlock() }
    unlock(enter: StateWord.walker0)
    drain()
  }
}

/// A number that waits for its turn, and the note that then shows it.
private struct QueuedNumber {
  let note: DeliveryNote
  let number: Int
}

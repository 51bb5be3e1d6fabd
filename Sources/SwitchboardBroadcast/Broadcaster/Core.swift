/// An entry in the queue of a serial broadcaster.
@usableFromInline
enum Accepted<Value: Sendable> {
  case value(Value)
  /// A subscriber that has to get a replay before it joins.
  case join(@Sendable () -> Void)
  /// Precedes an entry, or the last event, that was made inside the closure of an update, and names that update.
  case scope(UpdateScope)
}

/// A registry that delivers values. A broadcaster owns it; the broadcaster's subscriptions share it.
///
/// The functions that serial delivery needs are in `Serial.swift` and `Joining.swift`, those of concurrent delivery in
/// `Concurrent.swift`.
open class Core<Value: Sendable, Storage: SubscriberStorage & ~Copyable>: StoredRegistry<Storage>, @unchecked Sendable {
  // Sound: all of these properties are touched only under the lock.
  public typealias Terminal = @Sendable (Subscriber) -> Void

  /// What was accepted during a delivery. `pending` is set while there is an entry.
  @safe @exclusivity(unchecked) @usableFromInline final var queue: [Accepted<Value>] = []
  /// The last event while it is accepted and not yet delivered. `pending` is set meanwhile.
  @safe @exclusivity(unchecked) @usableFromInline final var nextTerminal: Terminal?
  /// The last event once its delivery has begun. Late subscribers get it.
  @safe @exclusivity(unchecked) @usableFromInline final var terminal: Terminal?

  @inlinable public override init(concurrent: Bool, biased: Bool) { super.init(concurrent: concurrent, biased: biased) }
}

extension Core where Storage: ~Copyable {
  /// See ``Broadcaster/identify(as:name:fileID:line:)``.
  @inlinable
  public func identify(as type: Any.Type, name: String?, fileID: StaticString?, line: UInt32) {
    Probe.identified(self, type, name, fileID, line)
  }

  /// See ``Broadcaster/announce(_:fileID:line:)``.
  @inlinable
  public func announce(_ subscriber: Subscriber, fileID: StaticString, line: UInt32) {
    Probe.subscribed(subscriber, in: self, fileID: fileID, line: line)
  }

  /// Adds a subscription, or, after the end, gives it the last event.
  @inlinable
  public func admit(_ subscriber: Subscriber) {
    let word = word.acquire()
    // The subscription may be in a bag that was disposed meanwhile. If it were added now, nothing would remove it any
    // more.
    if subscriber.isDisposed { return unlock() }
    // Closed, and no last event is waiting that would find the new subscription in the storage.
    if isClosed, nextTerminal == nil {
      let event = terminal
      // Deactivated first, and under the lock, because the subscription is in no storage: a `dispose()`, by the event
      // or on another thread, must find nothing to do.
      subscriber.deactivate()
      unlock()
      let late = Probe.replayBegan(subscriber, in: self)
      Probe.deliveredLast(to: subscriber, by: self)
      if let event { event(subscriber) }
      Probe.ended(late)
      Probe.disposed(subscriber, in: self)
      subscriber.releaseHandler()
      return
    }
    insert(subscriber, exclusive: word & StateWord.walkers == 0)
    unlock()
  }

  /// See ``Broadcaster/terminate(_:fileID:line:_:)``.
  @inlinable
  public func terminate(_ ending: Ending, _ event: @escaping Terminal, fileID: StaticString, line: UInt32) {
    let word = word.acquire()
    if isClosed { return unlock() }
    flags |= StateWord.closed
    let isQueued = word & StateWord.walkers != 0
    Probe.terminated(self, ending, isQueued: isQueued, fileID: fileID, line: line)
    if isQueued {
      nextTerminal = event
      markQueue(.current)
      flags |= StateWord.pending
      unlock()
      // Dispatches leave without the lock, so the last dispatch may have left before it could see `pending`.
      if word & StateWord.concurrent != 0 { finishPhase() }
      return
    }
    terminal = event
    unlock(enter: StateWord.walker0)
    deliverLast(event)
    drain()
  }

  /// Delivers the last event, and ends all subscriptions.
  @inlinable
  func deliverLast(_ event: Terminal) {
    let last = Probe.lastBegan(self)
    storage.forEach { unsafe unsafeDowncast($0, to: Subscriber.self).runLast(event) }
    _ = word.acquire()
    retireAll()
    unlock(standing: StateWord.walker0)
    Probe.ended(last)
  }

  /// Delivers queued entries and then the last event, and ends the delivery in progress, which is the caller.
  ///
  /// Retired things are released after each event. At that point the caller still counts as a delivery but holds no
  /// lock; so a `deinit` may send or dispose, and its sends are queued like all other sends.
  ///
  /// The queue may hold entries that other threads made. If the closure of an update sends here, that update did not
  /// cause these entries, so they run in a scope of their own.
  @inlinable @inline(never)
  func drain() {
    // The scope of the caller and of the entries that the caller queued itself, and the scope of all other entries.
    let scope = UpdateScope.current
    let foreign = scope == .none ? scope : .fresh()
    if scope != .none { foreign.enter() }
    defer { if scope != .none { scope.enter() } }
    var batch: [Accepted<Value>] = []
    var origins = Probe.Origins()
    while true {
      _ = word.acquire()
      if !queue.isEmpty {
        swap(&batch, &queue)
        Probe.took(&origins, from: self)
        if nextTerminal == nil { flags &= ~StateWord.pending }
        unlock(standing: StateWord.walker0)
        // Reversed and popped from the end, so that each value is released after its delivery.
        batch.reverse()
        while let next = batch.popLast() {
          switch next {
          case .value(let value):
            if Probe.delivered(value, by: self, &origins) { break }
            walk(value)
          case .join(let join):
            let replay = Probe.replayBegan(self, &origins)
            join()
            Probe.ended(replay)
          case .scope(let queued):
            if queued == scope { scope.enter() }
            continue
          }
          if scope != .none { foreign.enter() }
          if word.hasGarbage {
            _ = word.acquire()
            unlock(standing: StateWord.walker0)
          }
        }
      } else if let event = nextTerminal {
        nextTerminal = nil
        terminal = event
        flags &= ~StateWord.pending
        unlock(standing: StateWord.walker0)
        deliverLast(event)
      } else if !fresh.isEmpty || !waiting.isEmpty {
        unlock(standing: StateWord.walker0)
      } else {
        // A large queue, left by a burst, is freed. A small queue is kept, so that a chain of nested sends does not
        // allocate each time. The queue is empty here, so freeing its memory under the lock runs no deinit.
        if queue.capacity > 32 { queue = [] }
        return unlock(leave: StateWord.walker0)
      }
    }
  }

  /// Queues `accepted` until its turn. Called under the lock, during a delivery.
  @inlinable
  func enqueue(_ accepted: Accepted<Value>, in scope: UpdateScope = .current) {
    markQueue(scope)
    queue.append(accepted)
    flags |= StateWord.pending
  }

  /// Notes which update's closure makes the next entry, if the closure of an update does.
  @inlinable
  func markQueue(_ scope: UpdateScope) { if scope != .none { queue.append(.scope(scope)) } }

  /// Ends every subscription without an event. Called when the broadcaster is destroyed.
  public func close() {
    _ = word.acquire()
    flags |= StateWord.closed
    retireAll()
    Probe.closed(self)
    // Released after the unlock, because the deinits of values and captures are user code. The properties are moved one
    // by one, because this function runs unspecialised, where a tuple or an array needs a metadata look-up.
    let next = nextTerminal
    let last = terminal
    nextTerminal = nil
    terminal = nil
    if queue.isEmpty {
      unlock()
    } else {
      let queued = queue
      queue = []
      unlock()
      keepAlive(queued)
    }
    Probe.forgot(self)
    keepAlive(next)
    keepAlive(last)
  }
}

public import Synchronization

/// What waits in the queue of a serial broadcaster for its turn.
@usableFromInline
enum Accepted<Value: Sendable> {
  case value(Value)
  /// A subscriber that has to see a replay before it joins.
  case join(@Sendable () -> Void)
  /// Stands before what was queued inside the closure of an update, and says in which.
  case scope(UpdateScope)
}

/// A registry that delivers values: what a broadcaster owns, and its subscriptions share.
@usableFromInline
final class Core<Value: Sendable, Storage: SubscriberStorage & ~Copyable>: Registry<Storage>, @unchecked Sendable {
  // Sound: all of this is touched only under the lock.
  @usableFromInline typealias Terminal = @Sendable (Subscriber<Value, Storage>) -> Void

  /// Accepted during a delivery; `pending` says that there are any.
  @exclusivity(unchecked) @usableFromInline var queue: [Accepted<Value>] = []
  /// The last event, accepted and not yet delivered; `pending` is set.
  @exclusivity(unchecked) @usableFromInline var nextTerminal: Terminal?
  /// The last event, being delivered or delivered: what late subscribers get.
  @exclusivity(unchecked) @usableFromInline var terminal: Terminal?

  @inlinable override init(concurrent: Bool, biased: Bool) { super.init(concurrent: concurrent, biased: biased) }
}

extension Core where Storage: ~Copyable {
  /// One delivery of what is being sent.
  @inlinable @inline(__always)
  func deliver(_ value: Value, fileID: StaticString, line: UInt32) {
    if Probe.delivered(value, by: self, fileID: fileID, line: line) { return }
    walk(value)
  }

  /// One delivery, to those who are subscribed when it begins.
  @inlinable @inline(__always)
  func walk(_ value: Value) {
    storage.forEach { node in
      // Sound: a core admits subscribers of its own value and storage only.
      unsafeDowncast(node, to: Subscriber<Value, Storage>.self).deliver(value)
    }
  }

  /// Adds a subscription, or, after the end, gives it what it came too late for.
  @inlinable
  func admit(_ subscriber: Subscriber<Value, Storage>) {
    let word = word.acquire()
    // A bag that it was put into first may be gone. Nobody would ever take it out again.
    if subscriber.isDisposed { return unlock() }
    // Closed, and no last event on its way that will find the newcomer in the storage.
    if isClosed, nextTerminal == nil {
      let event = terminal
      // First, and under the lock, because it is in no storage: a `dispose()`, by the event or on another thread, must
      // find nothing to do.
      subscriber.deactivate()
      unlock()
      let late = Probe.replayBegan(subscriber, in: self)
      Probe.deliveredLast(to: subscriber)
      if let event { event(subscriber) }
      Probe.ended(late)
      Probe.disposed(subscriber, in: self)
      subscriber.releaseHandler()
      return
    }
    insert(subscriber, exclusive: word & StateWord.walkers == 0)
    unlock()
  }

  @inlinable
  func terminate(_ ending: Ending, _ event: @escaping Terminal, fileID: StaticString, line: UInt32) {
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
      // Dispatches leave without the lock: the last may have gone before it could see `pending`.
      if word & StateWord.concurrent != 0 { settleAfterPhase() }
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
    storage.forEach { unsafeDowncast($0, to: Subscriber<Value, Storage>.self).runLast(event) }
    _ = word.acquire()
    retireAll()
    unlock(standing: StateWord.walker0)
    Probe.ended(last)
  }

  /// Delivers what waits for the delivery that the caller is: queued values, then the last event. Then leaves.
  ///
  /// Retired things are released after each event, while the caller still counts as a delivery but holds no lock: a
  /// `deinit` may send or dispose, and is queued like anybody else.
  ///
  /// The queue may hold what other threads accepted. If an update's closure is what sends here, that is not its doing.
  @inlinable @inline(never)
  func drain() {
    let scope = UpdateScope.current
    let foreign = scope == .none ? scope : .fresh()
    if scope != .none { foreign.enter() }
    drainQueue(scope, foreign: foreign)
    if scope != .none { scope.enter() }
  }

  /// - Parameters:
  ///   - scope: That of the caller, and of what it queued itself.
  ///   - foreign: That of everything else.
  @inlinable
  func drainQueue(_ scope: UpdateScope, foreign: UpdateScope) {
    var batch: [Accepted<Value>] = []
    var origins = Probe.Origins()
    while true {
      _ = word.acquire()
      if !queue.isEmpty {
        swap(&batch, &queue)
        Probe.took(&origins, from: self)
        if nextTerminal == nil { flags &= ~StateWord.pending }
        unlock(standing: StateWord.walker0)
        // Backwards from the end, so that each value is let go after its delivery.
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
        // A burst's queue is not kept; a small one is, so that a chain of nested sends does not allocate each time. It
        // is empty, so nothing but its memory goes under the lock.
        if queue.capacity > 32 { queue = [] }
        return unlock(leave: StateWord.walker0)
      }
    }
  }

  /// Lets `accepted` wait for its turn. Under the lock, during a delivery.
  @inlinable
  func enqueue(_ accepted: Accepted<Value>, in scope: UpdateScope = .current) {
    markQueue(scope)
    queue.append(accepted)
    flags |= StateWord.pending
  }

  /// Says in which update's closure what is accepted next was made, if in one.
  @inlinable
  func markQueue(_ scope: UpdateScope) { if scope != .none { queue.append(.scope(scope)) } }

  /// Ends every subscription without an event: the broadcaster is going.
  @usableFromInline
  func close() {
    _ = word.acquire()
    flags |= StateWord.closed
    retireAll()
    Probe.closed(self)
    // Let go of after the unlock: the deinits of values and captures are user code. One by one, because this runs
    // unspecialised, where the type of a tuple or an array has to be looked up.
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
      withExtendedLifetime(queued) {}
    }
    Probe.forgot(self)
    withExtendedLifetime(next) {}
    withExtendedLifetime(last) {}
  }
}

extension Subscriber where Storage: ~Copyable {
  /// Gives the subscription its last event, if it is active.
  @inlinable
  func runLast(_ event: @Sendable (Subscriber<Value, Storage>) -> Void) {
    if isDisposed { return }
    Probe.deliveredLast(to: self)
    if state.load(ordering: .relaxed) & Self.waitable == 0 { event(self) } else { runWaitably { event(self) } }
  }
}

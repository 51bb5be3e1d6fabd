import Synchronization

/// How a registry ended, as traces show it.
public enum Ending: UInt8, Sendable {
  case error = 1
  case completed = 2
  /// An end that is neither an error nor a completion.
  case ended = 3
}

/// Gives one subscription the last event of its registry.
public typealias LastEvent = @Sendable (SubscriptionNode) -> Void

/// A last event that a registry keeps. An optional closure would be stored in its most general form, and each copy of
/// such a closure is an allocation.
@usableFromInline
struct KeptEvent: Sendable {
  let event: LastEvent
  init(_ event: @escaping LastEvent) { self.event = event }
}

extension Registry {
  /// See ``Broadcaster/terminate(_:fileID:line:_:)``.
  public func terminate(
    _ ending: Ending, _ event: @escaping LastEvent, fileID: StaticString, line: UInt32
  ) {
    let word = word.acquire()
    if isClosed { return unlock() }
    flags |= StateWord.closed
    let isQueued = word & StateWord.walkers != 0
    Probe.terminated(self, ending, isQueued: isQueued, fileID: fileID, line: line)
    terminal = KeptEvent(event)
    if isQueued {
      isEnding = true
      mark(.current)
      flags |= StateWord.pending
      unlock()
      // Dispatches leave without the lock, so the last dispatch may have left before it could see `pending`.
      if word & StateWord.concurrent != 0 { finishPhase() }
      return
    }
    unlock(enter: StateWord.walker0)
    deliverLast(event)
    drain()
  }

  /// Notes in the queue which update's closure ended the registry, if the closure of an update did. The last event,
  /// which follows the queue, then runs in the scope of that update.
  private func mark(_ scope: UpdateScope) {
    if scope == .none { return }
    flags |= StateWord.pending
    _ = unsafe queue.append({ _, _, _ in }, in: scope, contentSize: 0, isMark: true)
  }
}

extension Registry {
  /// Gives the lock back, and destroys what is queued.
  @inline(never)
  private func unlockAndDiscardQueue() {
    var queued = SerialQueue()
    swap(&queued, &queue)
    unlock()
    queued.removeAll()
  }

  /// Delivers the last event, and ends all subscriptions.
  func deliverLast(_ event: LastEvent) {
    let last = Probe.lastBegan(self)
    storage.forEach { runLast(event, of: $0) }
    _ = word.acquire()
    retireAll()
    unlock(enter: 0, standing: StateWord.walker0)
    Probe.ended(last)
  }

  /// Gives the subscription of `node` its last event, if the subscription is active.
  func runLast(_ event: LastEvent, of node: SubscriptionNode) {
    if node.isDisposed { return }
    Probe.deliveredLast(to: node, by: self)
    if node.state.load(ordering: .relaxed) & SubscriptionNode.waitable == 0 {
      event(node)
    } else {
      node.runWaitably { event(node) }
    }
  }

  /// Ends every subscription without an event. Called when the owner of the registry is deallocated.
  public func close() {
    _ = word.acquire()
    flags |= StateWord.closed
    isEnding = false
    retireAll()
    Probe.closed(self)
    // Released after the unlock, because the deinits of values and captures are user code.
    let last = terminal
    terminal = nil
    if queue.hasMemory { unlockAndDiscardQueue() } else { unlock() }
    Probe.forgot(self)
    keepAlive(last)
  }
}

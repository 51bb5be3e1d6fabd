extension Broadcaster {
  /// Delivers `value` to every subscription on this thread, and returns after the last handler (promise R7). Concurrent
  /// delivery only. After the terminal event this function does nothing (promise R5).
  ///
  /// Cost: O(subscriptions); no allocation, no retain.
  @inlinable @inline(__always)
  public borrowing func dispatch(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    registry.dispatch(value, fileID: fileID, line: line)
  }

  /// Delivers `value` like ``dispatch(_:fileID:line:)``, but only to subscriptions for which `isReached` returns true.
  /// `isReached` is called for each subscription that has not ended, when its turn comes, with no lock held. It may end
  /// subscriptions.
  @inlinable @inline(__always)
  public borrowing func dispatch(
    _ value: Value, to isReached: (Subscriber<Value>) -> Bool, fileID: StaticString = #fileID,
    line: UInt32 = #line
  ) {
    guard let walker = registry.word.enterPhase() else { return }
    if Probe.deliveredPart(value, by: registry, to: isReached, fileID: fileID, line: line) {
      return registry.leave(walker)
    }
    if Probe.counted(value, by: registry, concurrently: true, to: isReached) { return registry.leave(walker) }
    registry.storage.forEach { node in
      // Sound: as in `StoredRegistry.walk`.
      let subscriber = unsafe unsafeDowncast(node, to: Subscriber<Value>.self)
      if !subscriber.isDisposed, isReached(subscriber) { subscriber.deliver(value) }
    }
    registry.leave(walker)
  }

  /// Visits each subscription, in order, as a dispatch does. While `body` runs, the handler of a subscription that has
  /// not ended is not released. Concurrent delivery only. Traces do not show a visit.
  @inlinable
  public borrowing func visit(_ body: (Subscriber<Value>) -> Void) {
    guard let walker = registry.word.enterPhase() else { return }
    registry.storage.forEach { unsafe body(unsafeDowncast($0, to: Subscriber<Value>.self)) }
    registry.leave(walker)
  }
}

extension StoredRegistry where Storage: ~Copyable {
  @inlinable @inline(__always)
  public final func dispatch<Value: Sendable>(_ value: Value, fileID: StaticString, line: UInt32) {
    guard let walker = word.enterPhase() else { return }
    deliver(value, concurrently: true, fileID: fileID, line: line)
    leave(walker)
  }
}

extension Registry {
  /// Leaves a dispatch. The last dispatch of a phase to leave does the work that had to wait for that phase.
  @inlinable @inline(__always)
  final func leave(_ walker: UInt64) {
    if word.leavePhase(walker) { finishPhase() }
  }

  /// Releases what only the phase that just emptied could still see. Delivers the last event when no dispatch is in
  /// progress.
  @usableFromInline
  final func finishPhase() {
    let word = word.acquire()
    guard isEnding, word & StateWord.walkers == 0 else { return unlock() }
    unlock(enter: StateWord.walker0)
    drain()
  }
}

import SwitchboardBroadcast

/// What a subscriber of a connection keeps of it. A silent source lets go of the subject. What then keeps the
/// subscription is its handle, and the subscription keeps the connection by this object.
@usableFromInline
class SharedConnection: Disposable, DisposableObject, @unchecked Sendable {
  // Sound: this class has no property.
  @usableFromInline var isDisposed: Bool { false }
  /// The subscription to the source, if there is one.
  var connection: Chain? { nil }
  @usableFromInline func dispose() {}
}

extension Chain {
  /// Whether this chain shares a connection to a silent source.
  @usableFromInline final var sharesSilence: Bool {
    objects.contains { ($0 as? SharedConnection)?.connection?.isSilent == true }
  }
}

/// The state of a round.
final class RoundRecord: SharedConnection, @unchecked Sendable {
  // Sound: `state` has a lock.
  private struct State {
    /// The latest subscription to the source.
    var chain: ConnectionChain?
    /// Whether the connection was requested by a call, and not only by subscribers of `autoconnect`.
    var isAsked = false
    /// Whether the source has ended by a terminal event.
    var hasEnded = false
    /// Whether the connection itself has been subscribed to. Such subscribers stay when the source is disconnected.
    var hasOtherSubscribers = false
    /// Whether new subscribers have to join another round.
    var isOver = false
    /// The wait that keeps the connection after its last subscriber has left. It counts as a subscriber.
    var wait: CompositeDisposable?
    /// The number of subscribers that share the connection, and how many of them are subscribed to the subject.
    var references = 0
    var activeReferences = 0

    var live: Chain? { hasEnded || chain?.isDisposed != false ? nil : chain }
  }

  private let state = Lock(State())

  override var connection: Chain? { state.withLock { $0.live } }
  var isOver: Bool { state.withLock { $0.isOver } }
  var isConnected: Bool { state.withLock { $0.live != nil } }

  /// Returns the subscription to the source: the present one, or, if the source has ended, the subscription that has
  /// ended with it, or else a new one. Returns nil if the round is over, or if no subscriber is left for which the
  /// round would be connected.
  ///
  /// - Parameter make: Called under the lock, so it must run no user code.
  func connection(isAsked: Bool, _ make: () -> ConnectionChain) -> (chain: ConnectionChain, isNew: Bool)? {
    var old: ConnectionChain?
    let connection = state.withLock { state -> (ConnectionChain, Bool)? in
      if state.isOver || !isAsked && state.references == 0 { return nil }
      if isAsked { state.isAsked = true }
      if let chain = state.chain, state.hasEnded || !chain.isDisposed { return (chain, false) }
      let chain = make()
      (old, state.chain) = (state.chain, chain)
      return (chain, true)
    }
    keepAlive(old)
    return connection
  }

  /// Records that the source has sent its terminal event. Returns false if the source was disconnected before.
  func end(_ chain: Chain) -> Bool {
    state.withLock { state in
      if state.chain !== chain || chain.isDisposed { return false }
      state.hasEnded = true
      return true
    }
  }

  /// Records that the source has died. Returns false if the round is over, has ended, or has another connection.
  func lose(_ chain: Chain) -> Bool {
    state.withLock { state in
      if state.chain !== chain || state.isOver || state.hasEnded { return false }
      state.isOver = true
      return true
    }
  }

  /// Records a subscriber of the connection itself, which is not counted.
  func join() { state.withLock { $0.hasOtherSubscribers = true } }

  /// Withdraws the request to stay connected. Returns the subscription to dispose.
  func disconnected() -> Chain? {
    state.withLock { state in
      state.isAsked = false
      return state.live
    }
  }

  /// Closes the round to new subscribers. Returns the subscription to dispose.
  func close() -> Chain? {
    state.withLock { state in
      state.isOver = true
      return state.live
    }
  }
}

extension RoundRecord {
  /// Counts in a subscriber that shares the connection. Returns false if the round is over.
  func reserve() -> Bool {
    var wait: CompositeDisposable?
    let isOpen = state.withLock { state in
      if state.isOver { return false }
      swap(&wait, &state.wait)
      if wait == nil { state.references += 1 }
      return true
    }
    wait?.dispose()
    return isOpen
  }

  /// Counts out a subscriber, or, if it is the last one, lets `wait` take its place. Both under one lock, because two
  /// subscribers that leave at the same time must not both take the other for the last one. Returns whether the
  /// subscriber was the last, or nil, and counts nothing out, if nothing is connected.
  func begin(_ wait: CompositeDisposable, wasActive: Bool) -> Bool? {
    state.withLock { state in
      if state.isOver || state.live == nil { return nil }
      if wasActive { state.activeReferences -= 1 }
      let isLast = state.references == 1
      if isLast { state.wait = wait } else { state.references -= 1 }
      return isLast
    }
  }

  /// Returns whether `wait` still keeps the connection, and takes it away. It then has to leave as a subscriber.
  func finish(_ wait: CompositeDisposable) -> Bool {
    state.withLock { state in
      if state.wait !== wait { return false }
      state.wait = nil
      return true
    }
  }

  /// Ends the wait of a round that is over.
  func cancelWait() { state.withLock { $0.wait.take() }?.dispose() }

  /// Records that a counted subscriber is subscribed to the subject. Returns true if `count` subscribers are, and
  /// nothing is connected.
  func activate(count: Int) -> Bool {
    state.withLock { state in
      state.activeReferences += 1
      return state.activeReferences >= count && state.live == nil && !state.hasEnded && !state.isOver
    }
  }

  /// Counts out a subscriber. When the last one leaves a round that has been connected, returns the subscription to
  /// dispose, unless a call requested the connection or the source has ended.
  ///
  /// - Parameter isFinal: Whether later subscribers join another round after the last one has left.
  func leave(wasActive: Bool, isFinal: Bool) -> Chain? {
    state.withLock { state in
      state.references -= 1
      if wasActive { state.activeReferences -= 1 }
      guard state.references == 0, !state.isAsked, !state.hasEnded, let chain = state.chain else { return nil }
      if chain.isDisposed, state.hasOtherSubscribers { return nil }
      if isFinal {
        state.isOver = true
      } else {
        // A subscriber that comes before `chain` is disposed must connect anew.
        state.chain = nil
      }
      return chain
    }
  }
}

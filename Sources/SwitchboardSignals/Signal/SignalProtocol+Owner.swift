public import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes for as long as `owner` lives, without keeping `owner` alive.
  ///
  /// If the owner has a ``Lifetime``, its deallocation ends the subscription before the last release returns (promise
  /// R10). Otherwise the subscription ends at the next value after the owner's deallocation, at the next census, or
  /// when enough later subscriptions of this kind have been made.
  ///
  /// If the owner's deinit calls this function, nothing is subscribed: the returned subscription has already ended.
  ///
  /// - Parameters:
  ///   - owner: The object that the handlers receive: an actor, a main-actor class, or a class with a lock.
  ///   - onNext: Called with the owner and each value. A strong capture of the owner would keep the owner alive.
  @discardableResult
  public func subscribe<Owner: AnyObject & Sendable>(
    owner: Owner, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Owner, Value) -> Void,
    onError: (@Sendable (Owner, Failure) -> Void)? = nil,
    onCompleted: (@Sendable (Owner) -> Void)? = nil
  ) -> Subscription {
    if isGoingAway(owner) {
      let ended = Chain()
      ended.dispose()
      return ended
    }
    let signal = signal
    let chain = signal.makeChain(fileID: fileID, line: line)
    chain.bind(to: owner)
    signal.start(
      chain,
      { [weak owner] value in
        // For an owner without a `Lifetime`, the next value detects the deallocation.
        if let owner { onNext(owner, value) } else { chain.dispose() }
      },
      weakly(owner, onError), weakly(owner, onCompleted))
    SignalProbe.owned(chain, by: owner)
    return chain
  }
}

/// Returns whether `object` is being deinitialised. Such an object can still be used, but no weak reference to it can
/// be made.
@usableFromInline
func isGoingAway(_ object: AnyObject) -> Bool {
  weak var reference: AnyObject?
  reference = object
  return reference == nil
}

/// Returns a closure that calls `handler` with `owner` without keeping `owner` alive. The closure does nothing after
/// `owner` has been deallocated.
@usableFromInline
func weakly<Owner: AnyObject & Sendable, Failure: Error>(
  _ owner: Owner, _ handler: (@Sendable (Owner, Failure) -> Void)?
) -> (@Sendable (Failure) -> Void)? {
  guard let handler else { return nil }
  return { [weak owner] error in if let owner { handler(owner, error) } }
}

@usableFromInline
func weakly<Owner: AnyObject & Sendable>(
  _ owner: Owner, _ handler: (@Sendable (Owner) -> Void)?
) -> (@Sendable () -> Void)? {
  guard let handler else { return nil }
  return { [weak owner] in if let owner { handler(owner) } }
}

/// The subscriptions whose owners have no ``Lifetime``. A sweep runs when their number has doubled since the last
/// sweep. So the subscriptions of deallocated owners never outnumber the live subscriptions by more than a few. O(1)
/// amortised.
package final class SweptChains: Sendable {
  package static let shared = SweptChains()

  private struct Entry {
    weak var chain: Chain?
    weak var owner: (any AnyObject & Sendable)?
  }

  private struct State {
    var entries: [Entry] = []
    var threshold = 16

    /// Releases the memory of a burst of owners when no more than a quarter of the memory is in use. O(1) amortised,
    /// like the sweep.
    mutating func shrink() {
      guard entries.capacity > 4 * max(16, entries.count) else { return }
      let kept = entries
      entries = []
      entries.reserveCapacity(kept.count)
      entries.append(contentsOf: kept)
    }
  }

  private let state = Lock(State())

  /// The number of subscriptions for which there is memory.
  var capacity: Int { state.withLock { $0.entries.capacity } }

  func add(_ chain: Chain, _ owner: any AnyObject & Sendable) {
    let isCrowded = state.withLock { state in
      state.entries.append(Entry(chain: chain, owner: owner))
      return state.entries.count >= state.threshold
    }
    if isCrowded { sweep() }
  }

  /// Ends every subscription whose owner has been deallocated. O(subscriptions of this kind).
  ///
  /// The sweep retains each live owner for a moment. If the last other release of an owner happens during the sweep,
  /// the owner is deallocated at the end of the sweep.
  package func sweep() {
    let (dead, seen) = state.withLock { state in
      var dead: [Chain] = []
      // Reading a weak reference retains the object. If this function then releases the object last, the object's
      // deinit runs, which must not happen under the lock (promise R4).
      var seen: [any AnyObject & Sendable] = []
      state.entries.removeAll { entry in
        guard let chain = entry.chain else { return true }
        seen.append(chain)
        if chain.isDisposed { return true }
        // The entry stays until the next sweep: until the chain has ended, a concurrent sweep must find the entry too.
        if let owner = entry.owner { seen.append(owner) } else { dead.append(chain) }
        return false
      }
      state.shrink()
      state.threshold = max(16, 2 * (state.entries.count - dead.count))
      return (dead, seen)
    }
    UpdateScope.runForeign { for chain in dead { chain.dispose() } }
    withExtendedLifetime(seen) {}
  }
}

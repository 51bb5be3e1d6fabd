public import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes for as long as `owner` lives, without keeping it alive.
  ///
  /// An owner with a ``Lifetime`` ends the subscription when it dies, before its last release returns (R10). For any
  /// other the subscription ends at the next value after the owner's death, or when enough later subscriptions of this
  /// kind have been made.
  ///
  /// If the owner is going away already (this is called from its deinit), nothing is subscribed to: the subscription
  /// returned has ended.
  ///
  /// - Parameters:
  ///   - owner: Handed back to the handler. An actor, a main-actor class, or a class with a lock.
  ///   - onNext: Called with the owner and each value. Capturing the owner strongly defeats the purpose.
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
        // A dead owner without a lifetime is found here.
        if let owner { onNext(owner, value) } else { chain.dispose() }
      },
      weakly(owner, onError), weakly(owner, onCompleted))
    SignalProbe.owned(chain, by: owner)
    return chain
  }
}

/// Whether `object` is being deinitialised: then it can still be used, but nothing can refer to it weakly.
@usableFromInline
func isGoingAway(_ object: AnyObject) -> Bool {
  weak var reference: AnyObject?
  reference = object
  return reference == nil
}

/// `handler` for whoever does not want to keep its owner alive. Does nothing once the owner is gone.
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

/// The subscriptions whose owners cannot say when they die. Swept when they have doubled since the last time, so the dead
/// never outnumber the living by more than a few; O(1) amortised.
package final class SweptChains: Sendable {
  package static let shared = SweptChains()

  private struct Entry {
    weak var chain: Chain?
    weak var owner: (any AnyObject & Sendable)?
  }

  private struct State {
    var entries: [Entry] = []
    var threshold = 16

    /// Gives back what a burst of owners took, when no more than a quarter of it is in use; O(1) amortised like the sweep.
    mutating func shrink() {
      guard entries.capacity > 4 * max(16, entries.count) else { return }
      let kept = entries
      entries = []
      entries.reserveCapacity(kept.count)
      entries.append(contentsOf: kept)
    }
  }

  private let state = Lock(State())

  /// For how many subscriptions there is room.
  var capacity: Int { state.withLock { $0.entries.capacity } }

  func add(_ chain: Chain, _ owner: any AnyObject & Sendable) {
    let isCrowded = state.withLock { state in
      state.entries.append(Entry(chain: chain, owner: owner))
      return state.entries.count >= state.threshold
    }
    if isCrowded { sweep() }
  }

  /// Ends every subscription whose owner is gone. O(subscriptions of this kind).
  ///
  /// Looking at an owner holds it for a moment: one whose last other release comes just then dies here, a little later.
  package func sweep() {
    let (dead, seen) = state.withLock { state in
      var dead: [Chain] = []
      // Whoever looks at a weak reference may be the last to let go of what it finds, and then runs its deinit: not under
      // the lock (R4).
      var seen: [any AnyObject & Sendable] = []
      state.entries.removeAll { entry in
        guard let chain = entry.chain else { return true }
        seen.append(chain)
        if chain.isDisposed { return true }
        // The entry goes with the next sweep: until the chain has ended, others who look have to find it too.
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

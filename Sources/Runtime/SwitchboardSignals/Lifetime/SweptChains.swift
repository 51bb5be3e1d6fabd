internal import SwitchboardBroadcast

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
      // Releases the memory of a burst of owners when no more than a quarter of the memory is in use. A copy has room
      // for its elements only.
      if state.entries.capacity > 4 * max(16, state.entries.count) { state.entries = state.entries.map { $0 } }
      state.threshold = max(16, 2 * (state.entries.count - dead.count))
      return (dead, seen)
    }
    UpdateScope.runForeign { for chain in dead { chain.dispose() } }
    keepAlive(seen)
  }
}

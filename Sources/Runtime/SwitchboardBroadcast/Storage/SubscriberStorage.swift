/// The strategy by which a registry keeps its subscriptions. The runtime uses ``DenseStorage`` alone; see
/// ``DenseRegistry``. The target `SwitchboardStorages` has others, with which the benchmarks compare it.
///
/// A storage owns one reference to each of its nodes. It knows nothing of values, handlers or locks. The registry that
/// holds the storage arbitrates, and calls the storage under these laws.
///
/// **Callers.** The registry calls ``append(_:exclusive:retired:)``, ``remove(_:exclusive:)``, ``removeAll(_:)`` and
/// ``compact(retired:)`` with its lock held, so never two of them at the same time. They do bounded work, run no user
/// code and take no lock. Any number of threads call ``forEach(_:)`` without the lock, also while another of these
/// functions runs and, re-entrantly, from the body of a walk. So whatever a walk reads is atomic, or constant while the
/// node can be reached.
///
/// **Laws.** For every storage:
/// 1. *Order.* A walk visits nodes in the order in which they were appended (promise R1).
/// 2. *Snapshot.* A walk visits no node that was appended after the walk began (promise R2).
/// 3. *Complete.* A walk visits every node that was in the storage when the walk began and was not removed meanwhile,
///    once.
/// 4. *Walk-safe removal.* A walk that stands on a removed node may continue from that node. A walk may still show a
///    node that was removed after the walk began; the registry skips such a node, by its state.
/// 5. *Grace.* With `exclusive` false walks may be in progress: nothing that a walk can reach may be released or
///    reused. The storage hands memory that is no longer needed to `retired`; the registry hands a removed node there.
/// 6. *Exclusive.* With `exclusive` true no walk is in progress, and none can begin before the call returns.
/// 7. *Shrinking.* After ``compact(retired:)`` `capacity ≤ 4 × count + 16`, and a storage without nodes holds no memory
///    besides itself (promise R10).
/// 8. *No reference counting.* A walk retains and releases nothing (promise R12).
///
/// The test suite checks every storage against each law.
public protocol SubscriberStorage: ~Copyable, Sendable {
  /// The data that each node carries for this storage.
  associatedtype Links: BitwiseCopyable & Sendable

  /// The links of a node that is in no storage.
  static var unlinked: Links { get }

  /// Creates a storage without nodes. No allocation.
  init()

  /// The number of nodes in the storage. O(1). Read under the lock.
  var count: Int { get }

  /// The number of nodes for which there is memory outside of the nodes themselves. O(1). Read under the lock.
  var capacity: Int { get }

  /// Adds `node` behind all other nodes and takes over one reference to it. O(1) amortised.
  func append(_ node: Unmanaged<SubscriptionNode>, exclusive: Bool, retired: inout Retired)

  /// Takes `node` out and gives the storage's reference to the caller. The node must be in the storage.
  func remove(_ node: Unmanaged<SubscriptionNode>, exclusive: Bool)

  /// Takes every node out and hands it, with the storage's reference, to `retired`. Memory of the storage may stay
  /// until ``compact(retired:)``. Walks may be in progress. O(count).
  func removeAll(_ retired: inout Retired)

  /// Shrinks memory and squeezes out holes. Called when no walk is in progress, after at least one removal.
  /// O(1) amortised over the removals.
  func compact(retired: inout Retired)

  /// Calls `body` for each node, in order.
  func forEach(_ body: (SubscriptionNode) -> Void)

  /// Stops the program with a message if the storage's structure is broken. Test support; O(count). Called with
  /// exclusive access.
  func checkInvariants()
}

extension SubscriberStorage where Self: ~Copyable {
  /// The address of a node's links. Another target that reached the links themselves would pay for the checks of
  /// exclusive access.
  ///
  /// Sound: a registry hands its storage only nodes of its own kind. A node is a class instance, so the address does
  /// not change while the node lives. Taking the address reads and writes nothing. ThreadSanitizer counts it as a
  /// write, so `Tests/ThreadSanitizer/suppressions.txt` names this function, which therefore is a call in debug builds.
  @inlinable
  public static func links(of node: SubscriptionNode) -> UnsafeMutablePointer<Links> {
    unsafe withUnsafeMutablePointer(to: &unsafeDowncast(node, to: StoredRegistry<Self>.Node.self).links) { unsafe $0 }
  }
}

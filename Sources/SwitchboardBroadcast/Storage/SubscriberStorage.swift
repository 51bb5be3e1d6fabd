public import Synchronization

/// The strategy by which a registry keeps its subscriptions. The benchmarks compare these strategies.
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
  func append(_ node: Unmanaged<Node<Self>>, exclusive: Bool, retired: inout Retired<Self>)

  /// Takes `node` out and gives the storage's reference to the caller. The node must be in the storage.
  func remove(_ node: Unmanaged<Node<Self>>, exclusive: Bool)

  /// Takes every node out and hands it, with the storage's reference, to `retired`. Memory of the storage may stay
  /// until ``compact(retired:)``. Walks may be in progress. O(count).
  func removeAll(_ retired: inout Retired<Self>)

  /// Shrinks memory and squeezes out holes. Called when no walk is in progress, after at least one removal.
  /// O(1) amortised over the removals.
  func compact(retired: inout Retired<Self>)

  /// Calls `body` for each node, in order.
  func forEach(_ body: (Node<Self>) -> Void)

  /// Returns the next node in the chain of nodes that wait to be released. The chain runs through the nodes, so it
  /// needs no allocation. The default uses ``Subscription/link``; a storage whose walks need that link of removed nodes
  /// keeps the chain elsewhere.
  static func retiredSuccessor(of node: Node<Self>) -> Unmanaged<Node<Self>>?
  static func setRetiredSuccessor(of node: Node<Self>, to successor: Unmanaged<Node<Self>>?)

  /// Ends a subscription by `node.registry.remove(node)`.
  ///
  /// This is a requirement only so that the compiler specialises it for each storage. A generic class has one table of
  /// methods for all its instantiations, so `dispose()` would otherwise reach unspecialised code, which is ten times
  /// slower.
  static func detach(_ node: Node<Self>)

  /// Stops the program with a message if the storage's structure is broken. Test support; O(count). Called with
  /// exclusive access.
  func checkInvariants()
}

extension SubscriberStorage where Self: ~Copyable {
  public static func detach(_ node: Node<Self>) { node.registry.remove(node) }

  @inlinable
  public static func retiredSuccessor(of node: Node<Self>) -> Unmanaged<Node<Self>>? {
    // Sound: a storage links only nodes of its own kind.
    node.link.load(ordering: .relaxed).map { unsafeBitCast($0, to: Unmanaged<Node<Self>>.self) }
  }

  @inlinable
  public static func setRetiredSuccessor(of node: Node<Self>, to successor: Unmanaged<Node<Self>>?) {
    node.link.store(
      successor.map { unsafeBitCast($0, to: Unmanaged<SubscriptionNode>.self) }, ordering: .relaxed)
  }
}

public import Synchronization

/// How a registry keeps its subscriptions: the strategy that the benchmarks compare.
///
/// A storage owns one reference to each of its nodes. It knows nothing of values, handlers or locks; the registry that
/// holds it arbitrates, and calls it under these laws.
///
/// **Who calls.** ``append(_:exclusive:retired:)``, ``remove(_:exclusive:)``, ``removeAll(_:)`` and ``settle(retired:)``
/// are called with the registry's lock held, so never two at once. They do bounded work, run no user code and take no
/// lock. ``forEach(_:)`` is called by any number of threads, without the lock, also while one of the others runs and,
/// re-entrantly, from its own body. So whatever a walk reads is atomic, or constant while the node can be reached.
///
/// **Laws.** For every storage:
/// 1. *Order.* A walk visits nodes in the order in which they were appended (R1).
/// 2. *Snapshot.* A walk visits no node that was appended after the walk began (R2).
/// 3. *Complete.* A walk visits every node that was there when the walk began and was not removed meanwhile, once.
/// 4. *Walk-safe removal.* A walk that stands on a node may go on from it although it was removed. A walk may still show
///    a node that was removed after the walk began; it is the registry that skips it, by its state.
/// 5. *Grace.* With `exclusive` false walks may be in progress: nothing that a walk can reach may be released or
///    reused. Memory that is no longer needed goes to `retired`; a removed node goes there too, by the registry's hand.
/// 6. *Exclusive.* With `exclusive` true no walk is in progress, and none can begin before the call returns.
/// 7. *Shrinking.* After ``settle(retired:)`` `capacity ≤ 4 × count + 16`, and with no node left the storage holds no
///    memory of its own (R10).
/// 8. *No reference counting.* A walk retains and releases nothing (R12).
///
/// The test suite holds every storage to each law.
public protocol SubscriberStorage: ~Copyable, Sendable {
  /// What each node carries for this storage.
  associatedtype Links: BitwiseCopyable & Sendable

  /// The links of a node that is in no storage.
  static var unlinked: Links { get }

  /// A storage without nodes. No allocation.
  init()

  /// Nodes in the storage. O(1). Under the lock.
  var count: Int { get }

  /// Nodes for which there is memory, outside of the nodes themselves. O(1). Under the lock.
  var capacity: Int { get }

  /// Adds `node` behind all others and takes over one reference to it. O(1) amortised.
  func append(_ node: Unmanaged<Node<Self>>, exclusive: Bool, retired: inout Retired<Self>)

  /// Takes `node` out and gives the storage's reference to it to the caller. The node must be in the storage.
  func remove(_ node: Unmanaged<Node<Self>>, exclusive: Bool)

  /// Takes every node out, handing each with its reference to `retired`, and all memory likewise. Walks may be in
  /// progress. O(count).
  func removeAll(_ retired: inout Retired<Self>)

  /// Tidies up: called when no walk is in progress, after at least one removal. O(1) amortised over the removals.
  func settle(retired: inout Retired<Self>)

  /// Calls `body` for each node, in order.
  func forEach(_ body: (Node<Self>) -> Void)

  /// The chain of nodes that wait to be released, threaded through the nodes: no allocation. A storage whose walks need
  /// ``Subscription/link`` of removed nodes keeps the chain elsewhere.
  static func retiredSuccessor(of node: Node<Self>) -> Unmanaged<Node<Self>>?
  static func setRetiredSuccessor(of node: Node<Self>, to successor: Unmanaged<Node<Self>>?)

  /// Ends a subscription: `node.registry.remove(node)`.
  ///
  /// A requirement only so that it is compiled for each storage. A generic class has one table of methods for all its
  /// instantiations, so what `dispose()` reaches through it would be the unspecialised code: ten times slower.
  static func detach(_ node: Node<Self>)

  /// Stops the program with a message if the storage's own structure is broken. Test support; O(count). Exclusive.
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
      successor.map { unsafeBitCast($0, to: Unmanaged<Subscription>.self) }, ordering: .relaxed)
  }
}

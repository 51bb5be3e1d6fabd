/// The structure in which a registry keeps its subscriptions. Here, and only here, it is chosen.
///
/// `Sources/Workshop` has two modules that compile the sources of this module with other storages: an array and a
/// linked list. The benchmarks compare the three, and the tests hold them to one behaviour.
///
/// A storage owns one reference to each of its nodes. It knows nothing of values, handlers or locks. The registry that
/// holds the storage arbitrates, and calls the storage under these laws.
///
/// **Callers.** The registry calls `append`, `remove`, `removeAll` and `compact` with its lock held, so never two of
/// them at the same time. They do bounded work, run no user code and take no lock. Any number of threads call `forEach`
/// without the lock, also while another of these functions runs and, re-entrantly, from the body of a walk. So whatever
/// a walk reads is atomic, or constant while the node can be reached.
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
/// 7. *Shrinking.* After `compact` `capacity ≤ 4 × count + 16`, and a storage without nodes holds no memory besides
///    itself (promise R10).
/// 8. *No reference counting.* A walk retains and releases nothing (promise R12).
///
/// The test suite checks every storage against each law.
///
/// | member | what it does |
/// |---|---|
/// | `Links`, `unlinked` | what each node keeps for the storage, and its value while the node is in no storage |
/// | `init()` | makes a storage without nodes; no allocation |
/// | `count` | the number of nodes; O(1), read under the lock |
/// | `capacity` | for how many nodes there is memory outside of the nodes; O(1), read under the lock |
/// | `append(_:exclusive:retired:)` | adds a node behind all others, and takes over a reference; O(1) amortised |
/// | `remove(_:exclusive:)` | takes a node out, and gives the storage's reference to the caller |
/// | `removeAll(_:)` | takes every node out, with its reference, to `retired`; walks may be in progress; O(count) |
/// | `compact(retired:)` | shrinks memory, squeezes out holes; no walk is in progress; O(1) amortised |
/// | `forEach(_:)` | calls its argument for each node, in order |
/// | `checkInvariants()` | test support: stops the program if the structure is broken; O(count) |
public typealias SubscriberStorage = DenseStorage

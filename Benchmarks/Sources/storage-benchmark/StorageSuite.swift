import BenchmarkCommand
import BenchmarkResults
import SubscriberWorkloads

/// The comparison of storages for a registry.
enum StorageSuite {
  static let validSizes = 1...65536

  static var suite: Suite {
    Suite(
      "storage", workloads: procedures.map(\.workload), candidates: candidates,
      sizes: Sizes(
        full: [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536], quick: [1, 16, 64, 256, 1024, 4096]),
      isHeadline: { cell in
        headline.candidates.contains(cell.candidate) && headline.workloads.contains(cell.workload)
          && headline.sizes.contains(cell.n)
      }
    ) { cells in
      // Instructions are counted at one middle size, where fixed costs no longer show, and for one send to a single
      // subscriber, where fixed costs do show.
      let sizes = Set(cells.map(\.n)).sorted()
      let middle = sizes.last { $0 <= 1024 } ?? sizes.first
      return cells.filter { cell in
        let isOnlyOrder = ["unsubscribe.fifo", "unsubscribe.lifo"].contains(cell.workload)
        return !isOnlyOrder && (cell.n == middle || cell.n == 1 && cell.workload == "send.fresh")
      }
    }
  }

  /// What the answer rests on: the cells that are measured on every heap and every allocator.
  private static let headline = (
    workloads: ["send.fresh", "send.churned", "unsubscribe.random", "churn"],
    candidates: ["array", "linked-list", "dense", "dense-again"],
    sizes: [1, 16, 256, 4096, 65536]
  )

  /// The sizes at which instructions are counted, so that the growth of a cost has a class.
  private static let counted = [16, 64, 256, 1024]

  static let procedures: [(workload: Workload, procedure: Procedure)] = [
    (
      Workload(
        "send.fresh", per: "delivery", counted: counted,
        "Sends a value to n subscribers that subscribed one after the other. One operation is one delivery."),
      .sendFresh
    ),
    (
      Workload(
        "send.churned", per: "delivery", counted: counted,
        """
        Sends a value to n subscribers after each was replaced in random order. Their order in memory is then not the \
        order of the subscriptions. One operation is one delivery.
        """),
      .sendChurned
    ),
    (
      Workload(
        "subscribe", counted: counted, "Adds n subscribers to an empty registry. One operation is one subscription."),
      .subscribe
    ),
    (
      Workload(
        "unsubscribe.random", counted: counted, "Removes n subscribers in random order. One operation is one removal."),
      .unsubscribe(.random)
    ),
    (
      Workload(
        "unsubscribe.fifo", counted: counted, "Removes n subscribers, the oldest first. One operation is one removal."),
      .unsubscribe(.oldest)
    ),
    (
      Workload(
        "unsubscribe.lifo", counted: counted, "Removes n subscribers, the newest first. One operation is one removal."),
      .unsubscribe(.newest)
    ),
    (
      Workload(
        "churn", counted: counted,
        "Removes a random subscriber of n and adds a new subscriber. One operation is both."),
      .churn(.random)
    ),
  ]

  @inline(__always)
  private static func candidate<Registry: SubscriberRegistry>(
    _ name: String, _: Registry.Type, searchesForRemoval: Bool = false, hasLife: Bool = false, _ summary: String
  ) -> Candidate {
    // Floors have no removals.
    let onlySends = Registry.Token.self == Void.self
    let measurables = procedures.filter { $0.procedure.isSend || !onlySends }.map {
      ($0.workload.name, Measurable(Registry.self, $0.procedure, searchesForRemoval: searchesForRemoval))
    }
    return Candidate(
      name, summary, Dictionary(uniqueKeysWithValues: measurables),
      life: hasLife ? { n, seed throws(FailedCheck) in try life(Registry.self, n, seed) } : nil)
  }

  private static func life<Registry: SubscriberRegistry>(
    _: Registry.Type, _ n: Int, _ seed: UInt64
  ) throws(FailedCheck) -> [MemoryLife.Point] {
    var life = RegistryLife(Registry.self, n: n, seed: seed)
    return try life.run()
  }

  private static var candidates: [Candidate] {
    let dense = candidate(
      "dense", DenseRegistry.self, hasLife: true,
      "Broadcaster on dense slots; subscriptions know their slots; the runtime uses this storage")
    return [
      candidate(
        "array", ArrayRegistry.self, searchesForRemoval: true, hasLife: true,
        "Broadcaster on contiguous slots; a removal searches them"
      ),
      candidate(
        "linked-list", LinkedListRegistry.self, hasLife: true, "Broadcaster on an intrusive doubly linked list"
      ),
      dense,
      candidate("dense-again", DenseRegistry.self, "dense a second time; the two must not differ"),
      candidate("floor-swift", FloorSwift.self, "the minimum in Swift: a loop over closures, without a retain"),
      candidate("floor-c", FloorC.self, "the minimum in C: a loop over function pointers and contexts"),
      candidate(
        "array-copy-on-send", ArrayCopyOnSend.self, searchesForRemoval: true,
        "textbook: RACSubject's array, copied for every send; not synchronised"),
      candidate(
        "array-naive", ArrayNaive.self, searchesForRemoval: true,
        "textbook: array of identifiers and closures; not synchronised"),
      candidate(
        "linked-list-naive", LinkedListNaive.self, "textbook: class nodes, strong and weak links; not synchronised"),
      candidate(
        "dictionary", DictionaryRegistry.self, "textbook: closures by identifier, in no order; not synchronised"),
    ] + dense.planted(in: "storage")
  }
}

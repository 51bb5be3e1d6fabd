import AllocatorStatistics
import BenchmarkHarness

/// A candidate under its name, with everything that can be measured of it.
///
/// The closures are made where the registry's type is known, so that all loops are compiled for that type; nothing
/// generic is left at run time.
struct Candidate {
  let name: String
  let summary: String
  /// Floors have no removals.
  let onlySends: Bool
  let cell: (Workload, _ n: Int, _ seed: UInt64) -> Cell
  let memory: (Workload, _ n: Int, AllocatorStatistics) -> MemoryFigures
  let region: (Workload, _ n: Int) -> CallgrindRegion

  @inline(__always)
  init<Registry: SubscriberRegistry>(
    _ name: String, _: Registry.Type, searchesForRemoval: Bool = false, _ summary: String
  ) {
    self.name = name
    self.summary = summary
    onlySends = Registry.Token.self == Void.self
    cell = { Self.makeCell(Registry.self, name: name, $0, n: $1, seed: $2) }
    memory = { workload, n, statistics in
      MemoryPass<Registry>(
        workload: workload, n: n, removalLimit: searchesForRemoval ? 4096 : n, statistics: statistics
      ).figures()
    }
    region = { CallgrindRegion(Registry.self, $0, n: $1) }
  }

  func supports(_ workload: Workload) -> Bool { workload.isSend || !onlySends }

  private static func makeCell<Registry: SubscriberRegistry>(
    _: Registry.Type, name: String, _ workload: Workload, n: Int, seed: UInt64
  ) -> Cell {
    let sampling = Sampling<Registry>(workload: workload, n: n, seed: seed)
    var granule = 1
    if !workload.isSend, workload != .churn { granule = n * Sampling<Registry>.registryCount(n) }
    return Cell(
      suite: "storage", workload: workload.rawValue, candidate: name, n: n, granule: granule,
      minimum: workload == .churn ? 256 : 1
    ) { sampling.sampler() }
  }
}

extension Candidate {
  static var all: [Candidate] {
    [
      Candidate(
        "array", ArrayRegistry.self, searchesForRemoval: true, "Broadcaster on contiguous slots, searched for a removal"
      ),
      Candidate("linked-list", LinkedListRegistry.self, "Broadcaster on an intrusive doubly linked list"),
      Candidate(
        "dense", DenseRegistry.self, "Broadcaster on dense slots that subscriptions know: what the runtime uses"),
      Candidate("dense-again", DenseRegistry.self, "dense a second time: their difference is the noise of this run"),
      Candidate("floor-swift", FloorSwift.self, "the least in Swift: a loop over closures, without a retain"),
      Candidate("floor-c", FloorC.self, "the least in C: a loop over function pointers and contexts"),
      Candidate(
        "array-copy-on-send", ArrayCopyOnSend.self, searchesForRemoval: true,
        "textbook: RACSubject's array, copied for every send; not synchronised"),
      Candidate(
        "array-naive", ArrayNaive.self, searchesForRemoval: true,
        "textbook: array of identifiers and closures; not synchronised"),
      Candidate(
        "linked-list-naive", LinkedListNaive.self, "textbook: class nodes, strong and weak links; not synchronised"),
      Candidate(
        "dictionary", DictionaryRegistry.self, "textbook: closures by identifier, in no order; not synchronised"),
    ]
  }
}

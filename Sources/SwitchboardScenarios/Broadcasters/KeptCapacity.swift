internal import Switchboard
internal import SwitchboardBroadcast
internal import SwitchboardLeaks
internal import SwitchboardStorages

extension Scenario {
  static let keptCapacity = pair(
    "kept-capacity", "Many subscribers subscribe and leave; the storage frees their memory, or keeps it.",
    clean: {
      let (dense, array, list) = (Burst<DenseStorage>(), Burst<ArrayStorage>(), Burst<LinkedListStorage>())
      // These registries have three further subscribers, which stay when the burst is over.
      let (crowd, row) = (Burst<DenseStorage>(staying: 3), Burst<ArrayStorage>(staying: 3))
      return { _ in
        dense.pass()
        array.pass()
        list.pass()
        crowd.pass()
        row.pass()
      }
    },
    leaking: {
      let burst = Burst<KeepingStorage>()
      leaksBelow(.capacity, total: 1)
      burst.broadcaster.core.identify(as: Burst<KeepingStorage>.self, name: "burst", fileID: #fileID, line: #line)
      return { _ in burst.pass() }
    })
}

private final class Burst<Storage: ComparedStorage & ~Copyable>: Sendable {
  let broadcaster = ComparedBroadcaster<Int, Storage>()

  init(staying count: Int = 0) { for _ in 0..<count { broadcaster.subscribe { _ in } } }

  func pass() {
    let subscriptions = (0..<200).map { _ in broadcaster.subscribe { _ in } }
    broadcaster.send(1)
    for subscription in subscriptions { subscription.dispose() }
  }
}

/// A list whose reported capacity grows and never shrinks.
private struct KeepingStorage: ComparedStorage, ~Copyable {
  typealias Links = Int

  // Sound: only the thread that runs the scenario uses the nodes.
  private final class Nodes: @unchecked Sendable {
    var nodes: [Unmanaged<SubscriptionNode>] = []
    var capacity = 0
  }

  static var unlinked: Int { 0 }
  static func core<Value: Sendable>(concurrent: Bool, biased: Bool) -> Core<Value, KeepingStorage> {
    Core(concurrent: concurrent, biased: biased)
  }

  private let nodes = Nodes()

  var count: Int { nodes.nodes.count }
  var capacity: Int { nodes.capacity }

  func append(_ node: Unmanaged<SubscriptionNode>, exclusive: Bool, retired: inout Retired) {
    nodes.nodes.append(node)
    nodes.capacity = max(nodes.capacity, count)
  }

  func remove(_ node: Unmanaged<SubscriptionNode>, exclusive: Bool) {
    nodes.nodes.removeAll { $0.toOpaque() == node.toOpaque() }
  }

  func removeAll(_ retired: inout Retired) {
    for node in nodes.nodes.reversed() { node._withUnsafeGuaranteedRef { $0.dispose() } }
  }

  func compact(retired: inout Retired) {}

  func forEach(_ body: (SubscriptionNode) -> Void) {
    for node in nodes.nodes { node._withUnsafeGuaranteedRef { body($0) } }
  }

  func checkInvariants() {}
}

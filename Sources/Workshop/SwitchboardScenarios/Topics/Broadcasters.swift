internal import Switchboard
internal import SwitchboardBroadcast
internal import SwitchboardLeaks
internal import SwitchboardStorages

extension Scenario {
  static let serialBroadcasters = pair(
    "broadcaster-serial", "Registries of each storage that deliver serially: filled and emptied, or left full.",
    clean: {
      let (dense, array, list) = (Ticks<DenseStorage>(), Ticks<ArrayStorage>(), Ticks<LinkedListStorage>())
      return { scope in
        dense.fillAndEmpty(scope)
        array.fillAndEmpty(scope)
        list.fillAndEmpty(scope)
      }
    },
    leaking: { expectLeak in
      let (dense, array, list) = (Ticks<DenseStorage>(), Ticks<ArrayStorage>(), Ticks<LinkedListStorage>())
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        dense.broadcaster.subscribe { _ in player.advance() }
        expectLeak(.retained)
        array.broadcaster.subscribe { _ in player.advance() }
        expectLeak(.retained)
        list.broadcaster.subscribe(waitable: true) { _ in player.advance() }
      }
    })
}

/// A registry that all cycles use.
private final class Ticks<Storage: ComparedStorage & ~Copyable>: Sendable {
  let broadcaster = ComparedBroadcaster<Int, Storage>()

  func fillAndEmpty(_ scope: LeakScope) {
    let player = scope.track(Player())
    let subscriptions = (0..<100).map { _ in broadcaster.subscribe { _ in player.advance() } }
    let suicidal = Slot<Subscription>()
    suicidal.value = broadcaster.subscribe { _ in
      suicidal.value?.dispose()
      suicidal.value = nil
    }
    broadcaster.send(1)
    for subscription in subscriptions { subscription.dispose() }
    broadcaster.send(2)
  }
}

extension Scenario {
  static let concurrentBroadcasters = pair(
    "broadcaster-concurrent", "Registries of each storage that deliver concurrently: filled and emptied, or left full.",
    clean: {
      let (dense, array, list) = (Calls<DenseStorage>(), Calls<ArrayStorage>(), Calls<LinkedListStorage>())
      return { scope in
        dense.fillAndEmpty(scope)
        array.fillAndEmpty(scope)
        list.fillAndEmpty(scope)
      }
    },
    leaking: { expectLeak in
      let (dense, array, list) = (Calls<DenseStorage>(), Calls<ArrayStorage>(), Calls<LinkedListStorage>())
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        dense.broadcaster.subscribe { _ in player.advance() }
        expectLeak(.retained)
        array.broadcaster.subscribe { _ in player.advance() }
        expectLeak(.retained)
        list.broadcaster.subscribe(waitable: true) { _ in player.advance() }
      }
    })
}

/// A registry that all cycles use.
private final class Calls<Storage: ComparedStorage & ~Copyable>: Sendable {
  let broadcaster = ComparedBroadcaster<Int, Storage>(.concurrent)

  func fillAndEmpty(_ scope: LeakScope) {
    let player = scope.track(Player())
    let subscriptions = (0..<100).map { _ in broadcaster.subscribe { _ in player.advance() } }
    // Disposes subscriptions during a dispatch, and again during a nested dispatch.
    let trigger = broadcaster.subscribe { call in
      for subscription in subscriptions.prefix(50 * call) { subscription.dispose() }
      if call == 1 { self.broadcaster.dispatch(2) }
    }
    broadcaster.dispatch(1)
    trigger.dispose()
  }
}

extension Scenario {
  static let endedBroadcasters = pair(
    "broadcaster-ends", "Registries that are ended, joined or deallocated.",
    clean: {
      { scope in
        end(DenseStorage.self, scope)
        end(ArrayStorage.self, scope)
        end(LinkedListStorage.self, scope)
      }
    },
    leaking: { expectLeak in
      let ticks = Joined()
      return { scope in
        let player = scope.track(Player())
        let newcomer = Subscriber<Int>(ticks.broadcaster.registry, waitable: false) { _ in player.advance() }
        expectLeak(.retained)
        ticks.broadcaster.join(newcomer) { $0.deliver(0) }
        let other = Subscriber<Int>(ticks.broadcaster.registry, waitable: false) { _ in player.advance() }
        expectLeak(.retained)
        ticks.broadcaster.add(other)
      }
    })
}

private final class Joined: Sendable {
  let broadcaster = ComparedBroadcaster<Int, DenseStorage>()
}

private func end<Storage: ComparedStorage & ~Copyable>(_: Storage.Type, _ scope: LeakScope) {
  let player = scope.track(Player())
  let ended = ComparedBroadcaster<Int, Storage>()
  ended.subscribe { _ in player.advance() }
  ended.join(ComparedBroadcaster<Int, Storage>.Subscriber(ended.registry, waitable: false) { _ in player.advance() }) {
    $0.deliver(0)
  }
  ended.terminate { _ in player.advance() }
  ended.subscribe { _ in player.advance() }

  let endedByValue = ComparedBroadcaster<Int, Storage>(.concurrent)
  endedByValue.subscribe { _ in player.advance() }
  endedByValue.terminate(with: 1)
  endedByValue.subscribe { _ in player.advance() }

  let endedInside = ComparedBroadcaster<Int, Storage>()
  endedInside.add(
    ComparedBroadcaster<Int, Storage>.Subscriber(endedInside.registry, waitable: true) { _ in player.advance() })
  endedInside.send(1)
  let dropped = ComparedBroadcaster<Int, Storage>(.concurrent)
  dropped.subscribe { _ in player.advance() }
  dropped.dispatch(1)
}

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
    leaking: { expectLeak in
      let burst = Burst<KeepingStorage>()
      expectLeak(.capacity, total: 1)
      burst.broadcaster.identify(as: Burst<KeepingStorage>.self, name: "burst", fileID: #fileID, line: #line)
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
  @safe private final class Nodes: @unchecked Sendable {
    var nodes: [Unmanaged<SubscriptionNode>] = unsafe []
    var capacity = 0
  }

  static var unlinked: Int { 0 }
  private let nodes = Nodes()

  static func registry(concurrent: Bool, biased: Bool) -> StoredRegistry<KeepingStorage> {
    StoredRegistry(concurrent: concurrent, biased: biased)
  }

  var count: Int { unsafe nodes.nodes.count }
  var capacity: Int { nodes.capacity }

  func append(_ node: Unmanaged<SubscriptionNode>, exclusive: Bool, retired: inout Retired) {
    unsafe nodes.nodes.append(node)
    nodes.capacity = max(nodes.capacity, count)
  }

  func remove(_ node: Unmanaged<SubscriptionNode>, exclusive: Bool) {
    unsafe nodes.nodes.removeAll { unsafe $0.toOpaque() == node.toOpaque() }
  }

  func removeAll(_ retired: inout Retired) {
    unsafe nodes.nodes.reversed().forEach { unsafe $0._withUnsafeGuaranteedRef { $0.dispose() } }
  }

  func compact(retired: inout Retired) {}

  func forEach(_ body: (SubscriptionNode) -> Void) {
    unsafe nodes.nodes.forEach { unsafe $0._withUnsafeGuaranteedRef { body($0) } }
  }

  func checkInvariants() {}
}

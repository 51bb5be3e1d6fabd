import SwitchboardTestSupport

@testable import SwitchboardBroadcast

private final class NumberedNode: RegistryNode, @unchecked Sendable {
  // Sound: the stored properties are constant.
  let number: Int
  let member: Population.Member

  init(_ number: Int, _ member: Population.Member, in registry: Registry) {
    self.number = number
    self.member = member
    super.init(registry, waitable: false)
  }
}

/// A bare storage, called as a registry calls it, and an array of the numbers that the storage should hold.
///
/// Used on one thread. Every walk is checked against laws 1 to 4 while it runs. The storage's structure and memory are
/// checked after each operation. `failure` holds the first breach.
final class StorageRig {
  private let registry = Registry(concurrent: true, biased: false)
  private var retired = Retired()
  private var retiredCount = 0
  private let population = Population()
  /// The live nodes. Not retained, because the storage's own reference has to keep a node alive.
  private var nodes: [(number: Int, node: Unmanaged<NumberedNode>)] = []
  private var lastNumber = 0
  /// The number of walks in progress.
  private(set) var walks = 0
  private(set) var failure: String?

  var numbers: [Int] { nodes.map(\.number) }
  var capacity: Int { registry.storage.capacity }

  init(nodes: Int = 0) { for _ in 0..<nodes { append() } }

  func append() {
    lastNumber += 1
    let node = NumberedNode(lastNumber, population.member(), in: registry)
    nodes.append((lastNumber, Unmanaged.passUnretained(node)))
    registry.locked { $0.append(Unmanaged.passRetained(node), exclusive: walks == 0, retired: &retired) }
    check("append")
  }

  func remove(number: Int) {
    guard let index = nodes.firstIndex(where: { $0.number == number }) else { return }
    let node: Unmanaged<RegistryNode> = Unmanaged.passUnretained(nodes.remove(at: index).node.takeUnretainedValue())
    node.takeUnretainedValue().deactivate()
    registry.locked { $0.remove(node, exclusive: walks == 0) }
    if walks == 0 {
      compact()
      node.release()
    } else {
      retired.add(node)
      retiredCount += 1
    }
    check("remove")
  }

  func removeAll() {
    retiredCount += nodes.count
    nodes = []
    registry.locked { $0.removeAll(&retired) }
    if walks == 0 { compact() }
    check("removeAll")
  }

  /// Calls `body` with the number of each node that is shown and has not ended. `body` may call any function of the
  /// rig.
  func walk(_ body: (Int) -> Void) {
    let audience = numbers
    var next = 0
    walks += 1
    registry.storage.forEach { node in
      let node = unsafeDowncast(node, to: NumberedNode.self)
      let number = node.number
      guard let position = audience[next...].firstIndex(of: number) else {
        return fail("a walk of \(audience) shows \(number) after \(audience.prefix(next))")
      }
      // Only removed nodes may be left out.
      for skipped in audience[next..<position] where numbers.contains(skipped) {
        fail("a walk of \(audience) leaves out \(skipped)")
      }
      next = position + 1
      if node.isDisposed == numbers.contains(number) { fail("the state of \(number) is wrong") }
      if !node.isDisposed { body(number) }
    }
    for skipped in audience[next...] where numbers.contains(skipped) {
      fail("a walk of \(audience) ends before \(skipped)")
    }
    walks -= 1
    if walks == 0 { compact() }
    check("walk")
  }

  /// Removes all nodes, so that the nodes and the registry can be deallocated.
  func finish() { removeAll() }

  /// Does what a registry does when no walk is in progress.
  private func compact() {
    registry.locked { $0.compact(retired: &retired) }
    retired.release()
    retiredCount = 0
    let (count, capacity) = (registry.storage.count, registry.storage.capacity)
    // Law 7. The array and dense storages have two slots that lie in the registry.
    if capacity > 4 * count + 16 { fail("capacity \(capacity) for \(count) nodes") }
    if count == 0, capacity > 2 { fail("an empty storage has memory for \(capacity)") }
    registry.storage.checkInvariants()
  }

  private func check(_ operation: String) {
    if registry.storage.count != nodes.count {
      fail("count is \(registry.storage.count) after \(operation), expected \(nodes.count)")
    }
    if registry.storage.capacity < nodes.count { fail("capacity is less than count after \(operation)") }
    // Law 5: during a walk, retired nodes are not released.
    if population.count != nodes.count + retiredCount {
      fail("\(population.count) nodes alive after \(operation), expected \(nodes.count) + \(retiredCount)")
    }
  }

  private func fail(_ message: String) { if failure == nil { failure = message } }
}

extension Registry {
  /// Changes the storage directly, but under the registry's lock, because a census of another test reads every registry
  /// in the process.
  func locked(_ change: (borrowing SubscriberStorage) -> Void) {
    _ = word.acquire()
    change(storage)
    unlock()
  }
}

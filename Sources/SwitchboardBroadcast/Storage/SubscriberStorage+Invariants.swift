extension SlotBuffer where Storage: ~Copyable {
  func checkInvariants(_ check: (Node<Storage>, Int) -> Void) {
    let block = block
    let used = Int(SlotBlock.used(of: block).pointee.load(ordering: .relaxed))
    let capacity = SlotBlock.capacity(of: block)
    require(used <= capacity, "\(used) slots in use of \(capacity)")
    require(capacity <= 4 * count + 16, "capacity \(capacity) for \(count) nodes")
    let slots = Self.slots(of: block)
    var nodes = 0
    for index in 0..<used {
      guard let node = slots[index].load(ordering: .relaxed) else { continue }
      nodes += 1
      node._withUnsafeGuaranteedRef {
        require(!$0.isDisposed, "the node in slot \(index) has ended")
        check($0, index)
      }
    }
    require(nodes == count, "\(nodes) nodes in the slots, \(count) counted")
  }
}

extension LinkedListStorage {
  public func checkInvariants() {
    var nodes = 0
    var previous: Link?
    var number: UInt64 = 0
    var node = head.load(ordering: .relaxed)
    while let current = node {
      current._withUnsafeGuaranteedRef {
        require($0.links.previous?.toOpaque() == previous?.toOpaque(), "a node's link back is wrong")
        require($0.links.number > number, "the nodes' numbers do not rise")
        require(!$0.isDisposed, "a node in the list has ended")
        number = $0.links.number
        node = Self.next(of: $0)
      }
      nodes += 1
      previous = current
    }
    require(tail.load(ordering: .relaxed)?.toOpaque() == previous?.toOpaque(), "the tail is not the last node")
    require(nodes == count, "\(nodes) nodes in the list, \(count) counted")
  }
}

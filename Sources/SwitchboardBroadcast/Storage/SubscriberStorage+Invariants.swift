extension SlotBuffer where Storage: ~Copyable {
  func checkInvariants(_ check: (Node<Storage>, Int) -> Void) {
    let block = block
    let used = Int(SlotBlock.used(of: block).pointee.load(ordering: .relaxed))
    let capacity = SlotBlock.capacity(of: block)
    require(used <= capacity, "\(used) slots are in use, and the capacity is \(capacity)")
    require(capacity <= 4 * count + 16, "the capacity \(capacity) is too large for \(count) nodes")
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
    require(nodes == count, "the slots hold \(nodes) nodes, and the count is \(count)")
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
        require($0.links.previous?.toOpaque() == previous?.toOpaque(), "a node's link to the previous node is wrong")
        require($0.links.number > number, "the numbers of the nodes do not increase")
        require(!$0.isDisposed, "a node in the list has ended")
        number = $0.links.number
        node = Self.next(of: $0)
      }
      nodes += 1
      previous = current
    }
    require(tail.load(ordering: .relaxed)?.toOpaque() == previous?.toOpaque(), "the tail is not the last node")
    require(nodes == count, "the list holds \(nodes) nodes, and the count is \(count)")
  }
}

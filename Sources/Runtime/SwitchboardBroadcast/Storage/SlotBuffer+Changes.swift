public import Synchronization

// Appending, removing, and moving to other blocks.

extension SlotBuffer {
  /// Adds `node` in a slot behind all other nodes and returns the index of that slot. Calls `moved` for each node whose
  /// index changes.
  @inlinable
  public func append(
    _ node: Unmanaged<RegistryNode>, exclusive: Bool, retired: inout Retired,
    moved: (Unmanaged<RegistryNode>, Int) -> Void
  ) -> Int {
    var block = unsafe block
    var index = unsafe Int(SlotBlock.used(of: block).pointee.load(ordering: .relaxed))
    let capacity = unsafe SlotBlock.capacity(of: block)
    if index == capacity {
      // If at least a quarter of the slots are holes, the rebuild squeezes them out; otherwise the block grows. Either
      // way, at least a quarter of the slots are free afterwards.
      let room = count * 4 > capacity * 3 ? SlotBlock.roundedCapacity(capacity + 1) : capacity
      unsafe rebuild(capacity: room, exclusive: exclusive, retired: &retired, moved: moved)
      unsafe block = unsafe self.block
      index = unsafe Int(SlotBlock.used(of: block).pointee.load(ordering: .relaxed))
    }
    unsafe (Self.slots(of: block) + index).initialize(to: Atomic(node))
    unsafe SlotBlock.used(of: block).pointee.store(UInt32(truncatingIfNeeded: index + 1), ordering: .releasing)
    live.store(count + 1, ordering: .relaxed)
    return index
  }

  /// Moves all nodes, in order, to a run without holes. Works in place only if no walk is in progress. Otherwise a walk
  /// that has passed a hole would skip a node, and a walk that has not reached the hole would see a node twice.
  @inlinable @inline(never)
  func rebuild(
    capacity: Int, exclusive: Bool, retired: inout Retired,
    moved: (Unmanaged<RegistryNode>, Int) -> Void
  ) {
    let old = unsafe block
    let inPlace = unsafe exclusive && capacity == SlotBlock.capacity(of: old)
    let new =
      unsafe inPlace
      ? old
      : exclusive && capacity == InlineSlotBlock.capacity
        ? inlineAddress : SlotBlock.allocate(capacity: SlotBlock.roundedCapacity(capacity))
    let source = unsafe Self.slots(of: old)
    let target = unsafe Self.slots(of: new)
    var filled = 0
    for index in unsafe 0..<Int(SlotBlock.used(of: old).pointee.load(ordering: .relaxed)) {
      guard let node = unsafe source[index].load(ordering: .relaxed) else { continue }
      if !inPlace || filled != index {
        unsafe (target + filled).initialize(to: Atomic(node))
        unsafe moved(node, filled)
      }
      filled += 1
    }
    unsafe SlotBlock.used(of: new).pointee.store(UInt32(truncatingIfNeeded: filled), ordering: .relaxed)
    if inPlace { return }
    let inline = unsafe inlineAddress
    unsafe heapBlock.store(new == inline ? nil : new, ordering: .releasing)
    if unsafe old != inline {
      if exclusive { unsafe old.deallocate() } else { unsafe retired.add(block: old) }
    }
  }

  /// Turns a slot into a hole.
  @inlinable @inline(__always)
  public func clear(_ index: Int) {
    unsafe Self.slots(of: block)[index].store(nil, ordering: .relaxed)
    live.store(count - 1, ordering: .relaxed)
  }

  /// Drops the holes at the end, and rebuilds if there is too much memory or there are more than `tolerated` holes.
  /// Called only while no walk is in progress.
  @inlinable
  public func compact(
    holes tolerated: Int, retired: inout Retired, moved: (Unmanaged<RegistryNode>, Int) -> Void
  ) {
    let block = unsafe block
    let count = count
    var used = unsafe Int(SlotBlock.used(of: block).pointee.load(ordering: .relaxed))
    let slots = unsafe Self.slots(of: block)
    while used > 0, unsafe slots[used - 1].load(ordering: .relaxed) == nil { used -= 1 }
    unsafe SlotBlock.used(of: block).pointee.store(UInt32(truncatingIfNeeded: used), ordering: .relaxed)
    let capacity = unsafe SlotBlock.capacity(of: block)
    if count == 0 {
      if capacity != InlineSlotBlock.capacity {
        unsafe rebuild(capacity: InlineSlotBlock.capacity, exclusive: true, retired: &retired, moved: moved)
      }
    } else if capacity > 4 * count + 16 {
      unsafe rebuild(
        capacity: SlotBlock.roundedCapacity(count + count / 2), exclusive: true, retired: &retired, moved: moved)
    } else if used - count > tolerated {
      unsafe rebuild(capacity: capacity, exclusive: true, retired: &retired, moved: moved)
    }
  }

  /// Hands every node to `retired` and empties its slot. The block stays until ``compact(holes:retired:moved:)``
  /// shrinks it. Walks in progress continue and find the slots empty.
  @inlinable
  public func removeAll(_ retired: inout Retired) {
    let old = unsafe block
    let slots = unsafe Self.slots(of: old)
    // Backwards, because the chain is last in, first out. So handlers are released in subscription order.
    var index = unsafe Int(SlotBlock.used(of: old).pointee.load(ordering: .relaxed))
    while index > 0 {
      index -= 1
      if let node = unsafe slots[index].load(ordering: .relaxed) {
        unsafe node._withUnsafeGuaranteedRef { $0.deactivate() }
        unsafe retired.add(node)
        unsafe slots[index].store(nil, ordering: .relaxed)
      }
    }
    live.store(0, ordering: .relaxed)
  }

  /// Stops the program if the structure is broken. Calls `check` with each node and its slot. Test support.
  public func checkInvariants(_ check: (RegistryNode, Int) -> Void) {
    let block = unsafe block
    let used = unsafe Int(SlotBlock.used(of: block).pointee.load(ordering: .relaxed))
    let capacity = unsafe SlotBlock.capacity(of: block)
    require(used <= capacity, "\(used) slots are in use, and the capacity is \(capacity)")
    require(capacity <= 4 * count + 16, "the capacity \(capacity) is too large for \(count) nodes")
    let slots = unsafe Self.slots(of: block)
    var nodes = 0
    for index in 0..<used {
      guard let node = unsafe slots[index].load(ordering: .relaxed) else { continue }
      nodes += 1
      unsafe node._withUnsafeGuaranteedRef {
        require(!$0.isDisposed, "the node in slot \(index) has ended")
        check($0, index)
      }
    }
    require(nodes == count, "the slots hold \(nodes) nodes, and the count is \(count)")
  }
}

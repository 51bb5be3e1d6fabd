public import Synchronization

/// Contiguous slots in subscription order: the common part of ``ArrayStorage`` and ``DenseStorage``. The two differ in
/// how they find a node's slot, and so in the cost of a removal.
///
/// A walk reads the block, then the number of slots in use; both with acquire. A slot is filled before that number
/// covers it, and the number never falls while a walk is in progress. So no slot is reused under a walk.
@usableFromInline
struct SlotBuffer<Storage: SubscriberStorage & ~Copyable>: ~Copyable, @unchecked Sendable {
  // Sound: everything here is atomic.
  @usableFromInline typealias Slot = Atomic<Unmanaged<Node<Storage>>?>

  /// The block in use. Nil stands for `inlineBlock`, whose address is not known before the registry exists.
  @usableFromInline let heapBlock = Atomic<UnsafeMutableRawPointer?>(nil)
  /// The number of nodes, that is, of slots in use without the holes. Guarded by the lock.
  @usableFromInline let live = Atomic<Int>(0)
  @usableFromInline let inlineBlock = InlineSlotBlock()

  @inlinable init() {}
  deinit { heapBlock.load(ordering: .relaxed)?.deallocate() }
}

extension SlotBuffer where Storage: ~Copyable {
  @inlinable var count: Int { live.load(ordering: .relaxed) }
  @inlinable var capacity: Int { SlotBlock.capacity(of: block) }

  /// The address of `inlineBlock`.
  ///
  /// Sound: the buffer lies in a registry, a class instance, so its address never changes. The inline block holds
  /// atomics, so the compiler passes it by address.
  @inlinable @inline(__always)
  var inlineAddress: UnsafeMutableRawPointer {
    withUnsafePointer(to: inlineBlock) { UnsafeMutableRawPointer(mutating: $0) }
  }

  /// The block in use.
  @inlinable @inline(__always)
  var block: UnsafeMutableRawPointer { heapBlock.load(ordering: .acquiring) ?? inlineAddress }

  @inlinable @inline(__always)
  static func slots(of block: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Slot> {
    (block + SlotBlock.headerSize).assumingMemoryBound(to: Slot.self)
  }

  @inlinable @inline(__always)
  func forEach(_ body: (Node<Storage>) -> Void) {
    let block = block
    var slot = Self.slots(of: block)
    let end = slot + Int(SlotBlock.used(of: block).pointee.load(ordering: .acquiring))
    while slot != end {
      if let node = slot.pointee.load(ordering: .relaxed) { node._withUnsafeGuaranteedRef { body($0) } }
      slot += 1
    }
  }

  /// Adds `node` in a slot behind all other nodes and returns the index of that slot. Calls `moved` for each node whose
  /// index changes.
  @inlinable
  func append(
    _ node: Unmanaged<Node<Storage>>, exclusive: Bool, retired: inout Retired<Storage>,
    moved: (Unmanaged<Node<Storage>>, Int) -> Void
  ) -> Int {
    var block = block
    var index = Int(SlotBlock.used(of: block).pointee.load(ordering: .relaxed))
    let capacity = SlotBlock.capacity(of: block)
    if index == capacity {
      // If at least a quarter of the slots are holes, the rebuild squeezes them out; otherwise the block grows. Either
      // way, at least a quarter of the slots are free afterwards.
      let room = count * 4 > capacity * 3 ? SlotBlock.roundedCapacity(capacity + 1) : capacity
      rebuild(capacity: room, exclusive: exclusive, retired: &retired, moved: moved)
      block = self.block
      index = Int(SlotBlock.used(of: block).pointee.load(ordering: .relaxed))
    }
    (Self.slots(of: block) + index).initialize(to: Atomic(node))
    SlotBlock.used(of: block).pointee.store(UInt32(truncatingIfNeeded: index + 1), ordering: .releasing)
    live.store(count + 1, ordering: .relaxed)
    return index
  }

  /// Moves all nodes, in order, to a run without holes. Works in place only if no walk is in progress. Otherwise a walk
  /// that has passed a hole would skip a node, and a walk that has not reached the hole would see a node twice.
  @inlinable @inline(never)
  func rebuild(
    capacity: Int, exclusive: Bool, retired: inout Retired<Storage>,
    moved: (Unmanaged<Node<Storage>>, Int) -> Void
  ) {
    let old = block
    let inPlace = exclusive && capacity == SlotBlock.capacity(of: old)
    let new =
      inPlace
      ? old
      : exclusive && capacity == InlineSlotBlock.capacity
        ? inlineAddress : SlotBlock.allocate(capacity: SlotBlock.roundedCapacity(capacity))
    let source = Self.slots(of: old)
    let target = Self.slots(of: new)
    var filled = 0
    for index in 0..<Int(SlotBlock.used(of: old).pointee.load(ordering: .relaxed)) {
      guard let node = source[index].load(ordering: .relaxed) else { continue }
      if !inPlace || filled != index {
        (target + filled).initialize(to: Atomic(node))
        moved(node, filled)
      }
      filled += 1
    }
    SlotBlock.used(of: new).pointee.store(UInt32(truncatingIfNeeded: filled), ordering: .relaxed)
    if inPlace { return }
    let inline = inlineAddress
    heapBlock.store(new == inline ? nil : new, ordering: .releasing)
    if old != inline {
      if exclusive { old.deallocate() } else { retired.add(block: old) }
    }
  }

  /// Turns a slot into a hole.
  @inlinable @inline(__always)
  func clear(_ index: Int) {
    Self.slots(of: block)[index].store(nil, ordering: .relaxed)
    live.store(count - 1, ordering: .relaxed)
  }

  /// Drops the holes at the end, and rebuilds if there is too much memory or there are more than `tolerated` holes.
  /// Called only while no walk is in progress.
  @inlinable
  func compact(
    holes tolerated: Int, retired: inout Retired<Storage>, moved: (Unmanaged<Node<Storage>>, Int) -> Void
  ) {
    let block = block
    let count = count
    var used = Int(SlotBlock.used(of: block).pointee.load(ordering: .relaxed))
    let slots = Self.slots(of: block)
    while used > 0, slots[used - 1].load(ordering: .relaxed) == nil { used -= 1 }
    SlotBlock.used(of: block).pointee.store(UInt32(truncatingIfNeeded: used), ordering: .relaxed)
    let capacity = SlotBlock.capacity(of: block)
    if count == 0 {
      if capacity != InlineSlotBlock.capacity {
        rebuild(capacity: InlineSlotBlock.capacity, exclusive: true, retired: &retired, moved: moved)
      }
    } else if capacity > 4 * count + 16 {
      rebuild(
        capacity: SlotBlock.roundedCapacity(count + count / 2), exclusive: true, retired: &retired, moved: moved)
    } else if used - count > tolerated {
      rebuild(capacity: capacity, exclusive: true, retired: &retired, moved: moved)
    }
  }

  /// Hands every node to `retired` and empties its slot. The block stays until ``compact(holes:retired:moved:)``
  /// shrinks it. Walks in progress continue and find the slots empty.
  @inlinable
  func removeAll(_ retired: inout Retired<Storage>) {
    let old = block
    let slots = Self.slots(of: old)
    // Backwards, because the chain is last in, first out. So handlers are released in subscription order.
    var index = Int(SlotBlock.used(of: old).pointee.load(ordering: .relaxed))
    while index > 0 {
      index -= 1
      if let node = slots[index].load(ordering: .relaxed) {
        node._withUnsafeGuaranteedRef { $0.deactivate() }
        retired.add(node)
        slots[index].store(nil, ordering: .relaxed)
      }
    }
    live.store(0, ordering: .relaxed)
  }
}

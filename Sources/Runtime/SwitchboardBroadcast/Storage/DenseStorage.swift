public import Synchronization

/// Dense 8-byte slots in subscription order; each node knows its slot. The runtime uses this storage.
///
/// | operation | cost |
/// |---|---|
/// | append | O(1) amortised |
/// | remove | O(1) amortised: the slot becomes a hole |
/// | walk | O(count + holes), holes ≤ count + 16 when no delivery is in progress |
/// | memory | 8 bytes a slot, at most 4 × count + 16 slots; the first two lie in the registry itself |
///
/// The index in each node makes removal O(1), where an array has to search. The processor can read slots ahead, where a
/// linked list gives the next address only with the node. Holes are squeezed out, in order, when they outnumber the
/// nodes by more than 16 or when the block is full, so the cost of a removal stays constant on average.
public struct DenseStorage: SubscriberStorage, ~Copyable {
  public struct Links: BitwiseCopyable, Sendable {
    @usableFromInline var index: Int32
    @inlinable init(index: Int32) { self.index = index }
  }

  @inlinable public static var unlinked: Links { Links(index: -1) }

  @usableFromInline let buffer = SlotBuffer()

  @inlinable public init() {}

  @inlinable public var count: Int { buffer.count }
  @inlinable public var capacity: Int { buffer.capacity }

  @inlinable
  public func append(_ node: Unmanaged<SubscriptionNode>, exclusive: Bool, retired: inout Retired) {
    let index = unsafe buffer.append(node, exclusive: exclusive, retired: &retired, moved: Self.setIndex)
    unsafe Self.setIndex(of: node, to: index)
  }

  @inlinable
  public func remove(_ node: Unmanaged<SubscriptionNode>, exclusive: Bool) {
    unsafe buffer.clear(node._withUnsafeGuaranteedRef { unsafe Int(Self.links(of: $0).pointee.index) })
  }

  @inlinable
  public func removeAll(_ retired: inout Retired) { buffer.removeAll(&retired) }

  @inlinable
  public func compact(retired: inout Retired) {
    unsafe buffer.compact(holes: count + 16, retired: &retired, moved: Self.setIndex)
  }

  @inlinable @inline(__always)
  public func forEach(_ body: (SubscriptionNode) -> Void) { buffer.forEach(body) }

  @inlinable @inline(__always)
  static func setIndex(of node: Unmanaged<SubscriptionNode>, to index: Int) {
    unsafe node._withUnsafeGuaranteedRef { unsafe Self.links(of: $0).pointee.index = Int32(truncatingIfNeeded: index) }
  }

  public func checkInvariants() {
    buffer.checkInvariants { node, index in
      let known = unsafe Int(Self.links(of: node).pointee.index)
      require(known == index, "the node in slot \(index) has the index \(known)")
    }
  }
}

/// Contiguous slots in subscription order.
///
/// A walk reads the block, then the number of slots in use; both with acquire. A slot is filled before that number
/// covers it, and the number never falls while a walk is in progress. So no slot is reused under a walk.
@safe public struct SlotBuffer: ~Copyable, @unchecked Sendable {
  // Sound: everything here is atomic.
  @usableFromInline typealias Slot = Atomic<Unmanaged<SubscriptionNode>?>

  /// The block in use. Nil stands for `inlineBlock`, whose address is not known before the registry exists.
  @usableFromInline let heapBlock = unsafe Atomic<UnsafeMutableRawPointer?>(nil)
  /// The number of nodes, that is, of slots in use without the holes. Guarded by the lock.
  public let live = Atomic<Int>(0)
  @usableFromInline let inlineBlock = InlineSlotBlock()

  @inlinable public init() {}
  deinit { unsafe heapBlock.load(ordering: .relaxed)?.deallocate() }
}

extension SlotBuffer {
  @inlinable public var count: Int { live.load(ordering: .relaxed) }
  @inlinable public var capacity: Int { unsafe SlotBlock.capacity(of: block) }

  /// The address of `inlineBlock`.
  ///
  /// Sound: the buffer lies in a registry, a class instance, so its address never changes. The inline block holds
  /// atomics, so the compiler passes it by address.
  @inlinable @inline(__always)
  var inlineAddress: UnsafeMutableRawPointer {
    unsafe withUnsafePointer(to: inlineBlock) { unsafe UnsafeMutableRawPointer(mutating: $0) }
  }

  /// The block in use.
  @inlinable @inline(__always)
  public var block: UnsafeMutableRawPointer { unsafe heapBlock.load(ordering: .acquiring) ?? inlineAddress }

  @inlinable @inline(__always)
  static func slots(of block: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Slot> {
    unsafe (block + SlotBlock.headerSize).assumingMemoryBound(to: Slot.self)
  }

  @inlinable @inline(__always)
  public func forEach(_ body: (SubscriptionNode) -> Void) {
    let block = unsafe block
    var slot = unsafe Self.slots(of: block)
    let end = unsafe slot + Int(SlotBlock.used(of: block).pointee.load(ordering: .acquiring))
    while unsafe slot != end {
      if let node = unsafe slot.pointee.load(ordering: .relaxed) { unsafe node._withUnsafeGuaranteedRef { body($0) } }
      unsafe slot += 1
    }
  }

  /// Adds `node` in a slot behind all other nodes and returns the index of that slot. Calls `moved` for each node whose
  /// index changes.
  @inlinable
  public func append(
    _ node: Unmanaged<SubscriptionNode>, exclusive: Bool, retired: inout Retired,
    moved: (Unmanaged<SubscriptionNode>, Int) -> Void
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
    moved: (Unmanaged<SubscriptionNode>, Int) -> Void
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
    holes tolerated: Int, retired: inout Retired, moved: (Unmanaged<SubscriptionNode>, Int) -> Void
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
  public func checkInvariants(_ check: (SubscriptionNode, Int) -> Void) {
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

public import Synchronization

/// Contiguous 8-byte slots in subscription order; a removal searches for its slot. ReactiveCocoa's and most other
/// subjects work like this, but copy the array on every send.
///
/// | operation | cost |
/// |---|---|
/// | append | O(1) amortised |
/// | remove | O(count): search from the end, then close the gap |
/// | walk | O(count); no holes when no delivery is in progress |
/// | memory | 8 bytes a slot, at most 4 × count + 16 slots; the first two lie in the registry itself |
///
/// During a delivery a removal leaves a hole instead of closing the gap, because a walk may have passed the slot.
public struct ArrayStorage: ~Copyable, Sendable {
  public struct Links: BitwiseCopyable, Sendable { @inlinable init() {} }

  @inlinable public static var unlinked: Links { Links() }

  @usableFromInline let buffer = SlotBuffer()

  @inlinable public init() {}

  @inlinable public var count: Int { buffer.count }
  @inlinable public var capacity: Int { buffer.capacity }

  @inlinable
  public func append(_ node: Unmanaged<RegistryNode>, exclusive: Bool, retired: inout Retired) {
    _ = unsafe buffer.append(node, exclusive: exclusive, retired: &retired, moved: { _, _ in })
  }

  @inlinable
  public func remove(_ node: Unmanaged<RegistryNode>, exclusive: Bool) {
    let index = unsafe buffer.lastIndex(of: node)
    if exclusive { buffer.closeGap(at: index) } else { buffer.clear(index) }
  }

  @inlinable
  public func removeAll(_ retired: inout Retired) { buffer.removeAll(&retired) }

  @inlinable
  public func compact(retired: inout Retired) {
    unsafe buffer.compact(holes: 0, retired: &retired, moved: { _, _ in })
  }

  @inlinable @inline(__always)
  public func forEach(_ body: (RegistryNode) -> Void) { buffer.forEach(body) }

  public func checkInvariants() { buffer.checkInvariants { _, _ in } }
}

extension SlotBuffer {
  /// Returns the slot of `node`. Searches from the end, because most subscriptions that end early are young.
  ///
  /// Uses plain loads, eight slots at a time; the compiler turns them into vector compares. Sound: slots change only
  /// under the lock, which the caller holds.
  @inlinable @inline(never)
  func lastIndex(of node: Unmanaged<RegistryNode>) -> Int {
    let block = unsafe block
    let wanted = unsafe UInt(bitPattern: node.toOpaque())
    let slots = unsafe (block + SlotBlock.headerSize).assumingMemoryBound(to: UInt.self)
    var end = unsafe Int(SlotBlock.used(of: block).pointee.load(ordering: .relaxed))
    while end >= 8 {
      var found: UInt = 0
      for offset in 1...8 { unsafe found |= slots[end &- offset] == wanted ? 1 : 0 }
      if found != 0 { break }
      end &-= 8
    }
    while end > 0 {
      end &-= 1
      if unsafe slots[end] == wanted { return end }
    }
    fatalError("the storage does not contain the node to remove")
  }

  /// Removes a slot and moves the slots behind it down. No walk is in progress, so plain moves are enough.
  @inlinable
  func closeGap(at index: Int) {
    let block = unsafe block
    let used = unsafe Int(SlotBlock.used(of: block).pointee.load(ordering: .relaxed))
    let slots = unsafe (block + SlotBlock.headerSize).assumingMemoryBound(to: UInt.self)
    unsafe (slots + index).update(from: slots + index + 1, count: used - index - 1)
    unsafe SlotBlock.used(of: block).pointee.store(UInt32(truncatingIfNeeded: used - 1), ordering: .relaxed)
    live.store(count - 1, ordering: .relaxed)
  }
}

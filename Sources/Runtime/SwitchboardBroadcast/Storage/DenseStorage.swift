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
public struct DenseStorage: ~Copyable, Sendable {
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
  public func append(_ node: Unmanaged<RegistryNode>, exclusive: Bool, retired: inout Retired) {
    let index = unsafe buffer.append(node, exclusive: exclusive, retired: &retired, moved: Self.setIndex)
    unsafe Self.setIndex(of: node, to: index)
  }

  @inlinable
  public func remove(_ node: Unmanaged<RegistryNode>, exclusive: Bool) {
    unsafe buffer.clear(node._withUnsafeGuaranteedRef { Int($0.links.index) })
  }

  @inlinable
  public func removeAll(_ retired: inout Retired) { buffer.removeAll(&retired) }

  @inlinable
  public func compact(retired: inout Retired) {
    unsafe buffer.compact(holes: count + 16, retired: &retired, moved: Self.setIndex)
  }

  @inlinable @inline(__always)
  public func forEach(_ body: (RegistryNode) -> Void) { buffer.forEach(body) }

  @inlinable @inline(__always)
  static func setIndex(of node: Unmanaged<RegistryNode>, to index: Int) {
    unsafe node._withUnsafeGuaranteedRef { $0.links.index = Int32(truncatingIfNeeded: index) }
  }

  public func checkInvariants() {
    buffer.checkInvariants { node, index in
      let known = Int(node.links.index)
      require(known == index, "the node in slot \(index) has the index \(known)")
    }
  }
}

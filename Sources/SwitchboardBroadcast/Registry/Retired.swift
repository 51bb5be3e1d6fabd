/// Nodes and outgrown memory blocks that have left a registry and wait until no delivery can see them any more. Each
/// node comes with the reference that its storage held. Both chains run through the nodes and blocks themselves, so
/// retiring allocates nothing.
public struct Retired<Storage: SubscriberStorage & ~Copyable>: ~Copyable {
  @usableFromInline var nodes: Unmanaged<Node<Storage>>?
  @usableFromInline var blocks: UnsafeMutableRawPointer?

  @inlinable init() {}

  @inlinable var isEmpty: Bool { nodes == nil && blocks == nil }

  @inlinable mutating func add(_ node: Unmanaged<Node<Storage>>) {
    node._withUnsafeGuaranteedRef { Storage.setRetiredSuccessor(of: $0, to: nodes) }
    nodes = node
  }

  /// Adds a block from ``SlotBlock``.
  @inlinable mutating func add(block: UnsafeMutableRawPointer) {
    SlotBlock.setNext(of: block, to: blocks)
    blocks = block
  }

  /// Moves everything from `other` to this chain. O(1) if this chain is empty, else O(what `other` holds).
  @inlinable mutating func take(_ other: inout Retired<Storage>) {
    if isEmpty {
      swap(&nodes, &other.nodes)
      swap(&blocks, &other.blocks)
      return
    }
    while let node = other.nodes {
      other.nodes = node._withUnsafeGuaranteedRef { Storage.retiredSuccessor(of: $0) }
      add(node)
    }
    while let block = other.blocks {
      other.blocks = SlotBlock.next(of: block)
      add(block: block)
    }
  }

  /// Releases the blocks, then the nodes in the order of the chain. This runs deinits of what handlers captured, so it
  /// is never called under a lock (promise R4).
  ///
  /// A deinit may call back into the registry. What the registry retires then goes into another chain.
  @inlinable mutating func release() {
    while let block = blocks {
      blocks = SlotBlock.next(of: block)
      block.deallocate()
    }
    while let node = nodes {
      nodes = node._withUnsafeGuaranteedRef { Storage.retiredSuccessor(of: $0) }
      node._withUnsafeGuaranteedRef { $0.releaseHandler() }
      node.release()
    }
  }
}

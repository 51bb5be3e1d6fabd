/// What has left a registry and waits until no delivery can see it any more: nodes, each with the reference that its
/// storage held, and outgrown memory blocks. Both chains run through the retired things themselves: no allocation.
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

  /// Moves everything out of `other` to here. O(1) if this is empty, else O(what `other` holds).
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

  /// Releases everything. Runs deinits of what handlers captured: never under a lock (R4).
  ///
  /// In the order of the chain; a deinit may call back into the registry, which then has a chain of its own.
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

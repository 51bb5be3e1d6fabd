public import Synchronization

/// Giving the lock back, and releasing what no delivery can see any more.
///
/// Why releasing is safe: a node leaves its slot or list before it is retired, so only walkers that are already inside
/// can still reach it. Such a walker began in the phase in which the node is retired, or in the phase before. When the
/// other phase has no walker left, the registry releases `waiting`, moves `fresh` to `waiting`, and lets new walkers
/// join the other phase. So dispatches that overlap without end delay a release by two phases at most, and starve
/// nothing.
extension Registry {
  /// See ``unlock(enter:leave:standing:)``. Releases what no delivery can see any more.
  @usableFromInline @inline(never)
  func unlockAndReclaim(enter: UInt64, leave: UInt64, standing: UInt64) {
    var released = Retired()
    var seen = word.held
    while true {
      // The walkers that may still see garbage. Their number only falls. If a walker left since `seen` was read, the
      // release below fails and the loop looks again, so no garbage is left behind.
      let walkers = (seen & StateWord.walkers) &- leave &- standing
      let current = flags & StateWord.phase == 0 ? StateWord.walkers0 : StateWord.walkers1
      if walkers == 0 {
        released.take(&waiting)
        released.take(&fresh)
        // A serial registry's fast path needs the word to return to where it began.
        flags &= ~(StateWord.phase | StateWord.garbage)
        storage.compact(retired: &released)
      } else {
        // `garbage` stays set until no walker but the caller is left, even if all garbage is released earlier: the
        // storage is compacted only then.
        flags |= StateWord.garbage
        if walkers & ~current == 0 {
          released.take(&waiting)
          if standing == 0, !fresh.isEmpty {
            waiting.take(&fresh)
            flags ^= StateWord.phase
          }
        }
      }
      let desired = (seen & StateWord.walkers) &+ enter &- leave | flags
      if word.release(&seen, to: desired) { break }
    }
    // Other threads may have disposed what is released here. An update whose closure sends on this thread did not cause
    // these deinits.
    UpdateScope.runForeign { released.release() }
  }
}

/// Nodes and outgrown memory blocks that have left a registry and wait until no delivery can see them any more. Each
/// node comes with the reference that its storage held. Both chains run through the nodes and blocks themselves, so
/// retiring allocates nothing.
@safe public struct Retired: ~Copyable {
  // Sound: each node and each block is in one chain only, which owns it.
  @usableFromInline var nodes: Unmanaged<RegistryNode>?
  @usableFromInline var blocks: UnsafeMutableRawPointer?

  @inlinable init() {}

  @inlinable var isEmpty: Bool { unsafe nodes == nil && blocks == nil }

  @inlinable public mutating func add(_ node: Unmanaged<RegistryNode>) {
    unsafe node._withUnsafeGuaranteedRef { unsafe $0.link.store(nodes, ordering: .relaxed) }
    unsafe nodes = unsafe node
  }

  /// Adds a block from ``SlotBlock``.
  @inlinable mutating func add(block: UnsafeMutableRawPointer) {
    unsafe SlotBlock.setNext(of: block, to: blocks)
    unsafe blocks = unsafe block
  }

  /// Moves everything from `other` to this chain. O(1) if this chain is empty, else O(what `other` holds).
  @inlinable mutating func take(_ other: inout Retired) {
    if isEmpty {
      unsafe swap(&nodes, &other.nodes)
      unsafe swap(&blocks, &other.blocks)
      return
    }
    while let node = unsafe other.nodes {
      unsafe other.nodes = unsafe node._withUnsafeGuaranteedRef { unsafe $0.link.load(ordering: .relaxed) }
      unsafe add(node)
    }
    while let block = unsafe other.blocks {
      unsafe other.blocks = unsafe SlotBlock.next(of: block)
      unsafe add(block: block)
    }
  }

  /// Releases the blocks, then the nodes in the order of the chain. This runs deinits of what handlers captured, so it
  /// is never called under a lock (promise R4).
  ///
  /// A deinit may call back into the registry. What the registry retires then goes into another chain.
  @inlinable mutating func release() {
    while let block = unsafe blocks {
      unsafe blocks = unsafe SlotBlock.next(of: block)
      unsafe block.deallocate()
    }
    while let node = unsafe nodes {
      unsafe nodes = unsafe node._withUnsafeGuaranteedRef { unsafe $0.link.load(ordering: .relaxed) }
      unsafe node._withUnsafeGuaranteedRef { $0.releaseHandler() }
      unsafe node.release()
    }
  }
}

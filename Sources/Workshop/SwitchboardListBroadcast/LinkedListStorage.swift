public import Synchronization

/// An intrusive doubly linked list in subscription order: the links lie in the nodes. QTEventBus argues for such a
/// list.
///
/// | operation | cost |
/// |---|---|
/// | append | O(1) |
/// | remove | O(1) |
/// | walk | O(count), each address known only when the node before it has been read |
/// | memory | none but the nodes, which are 16 bytes larger |
///
/// A removed node keeps its link to the next node for as long as a walk may stand on the removed node. This has two
/// consequences. First, the list cannot tell a walk where the end was when the walk began; so nodes are numbered, and a
/// walk stops at the first later number. Second, the chain of retired nodes, which runs through the common `link` of
/// all nodes, must not take the link to the next node. So `link` holds the previous node, which a removed node no
/// longer needs.
@safe public struct LinkedListStorage: ~Copyable, Sendable {
  @safe public struct Links: BitwiseCopyable, @unchecked Sendable {
    // Sound: `next` is read and written only as an `Atomic`. `number` is constant from the moment of publication.
    @usableFromInline var next: Link?
    @usableFromInline var number: UInt64
    @inlinable init() {
      unsafe next = nil
      number = 0
    }
  }

  @usableFromInline typealias Link = Unmanaged<RegistryNode>

  @inlinable public static var unlinked: Links { Links() }

  @usableFromInline let head = unsafe Atomic<Link?>(nil)
  @usableFromInline let tail = unsafe Atomic<Link?>(nil)
  /// The number of the node that was appended last.
  @usableFromInline let lastNumber = Atomic<UInt64>(0)
  @usableFromInline let live = Atomic<Int>(0)

  @inlinable public init() {}

  @inlinable public var count: Int { live.load(ordering: .relaxed) }
  @inlinable public var capacity: Int { count }

  @inlinable
  public func append(_ node: Unmanaged<RegistryNode>, exclusive: Bool, retired: inout Retired) {
    let number = lastNumber.load(ordering: .relaxed) + 1
    let last = unsafe tail.load(ordering: .relaxed)
    unsafe node._withUnsafeGuaranteedRef {
      $0.links.number = number
      unsafe $0.link.store(last, ordering: .relaxed)
    }
    if let last = unsafe last {
      unsafe last._withUnsafeGuaranteedRef { unsafe Self.next(of: $0).pointee.store(node, ordering: .releasing) }
    } else {
      unsafe head.store(node, ordering: .releasing)
    }
    unsafe tail.store(node, ordering: .relaxed)
    // Stored after the links, so that a walk that reads this number finds the node.
    lastNumber.store(number, ordering: .releasing)
    live.store(count + 1, ordering: .relaxed)
  }

  @inlinable
  public func remove(_ node: Unmanaged<RegistryNode>, exclusive: Bool) {
    let (previous, next) = unsafe node._withUnsafeGuaranteedRef {
      unsafe ($0.link.load(ordering: .relaxed), Self.next(of: $0).pointee.load(ordering: .relaxed))
    }
    if let previous = unsafe previous {
      unsafe previous._withUnsafeGuaranteedRef { unsafe Self.next(of: $0).pointee.store(next, ordering: .releasing) }
    } else {
      unsafe head.store(next, ordering: .releasing)
    }
    if let next = unsafe next {
      unsafe next._withUnsafeGuaranteedRef { unsafe $0.link.store(previous, ordering: .relaxed) }
    } else {
      unsafe tail.store(previous, ordering: .relaxed)
    }
    live.store(count - 1, ordering: .relaxed)
  }

  @inlinable
  public func removeAll(_ retired: inout Retired) {
    // Backwards, because the chain is last in, first out. So handlers are released in subscription order.
    var node = unsafe tail.load(ordering: .relaxed)
    while let current = unsafe node {
      unsafe node = unsafe current._withUnsafeGuaranteedRef {
        $0.deactivate()
        return unsafe $0.link.load(ordering: .relaxed)
      }
      unsafe retired.add(current)
    }
    unsafe head.store(nil, ordering: .relaxed)
    unsafe tail.store(nil, ordering: .relaxed)
    live.store(0, ordering: .relaxed)
  }

  @inlinable public func compact(retired: inout Retired) {}

  @inlinable @inline(__always)
  public func forEach(_ body: (RegistryNode) -> Void) {
    let last = lastNumber.load(ordering: .acquiring)
    var next = unsafe head.load(ordering: .acquiring)
    while let node = unsafe next {
      let isLater = unsafe node._withUnsafeGuaranteedRef { node in
        if node.links.number > last { return true }
        // Read before the body, so that the processor can fetch the next node while the body runs.
        unsafe next = unsafe Self.next(of: node).pointee.load(ordering: .acquiring)
        body(node)
        return false
      }
      if isLater { return }
    }
  }

  /// The link to the next node.
  ///
  /// Sound: an `Atomic` has the layout of its value, and `next` is the first of the links. A node is a class instance,
  /// so the address does not change while the node lives. Taking the address reads and writes nothing. ThreadSanitizer
  /// counts it as a write, so `Tests/ThreadSanitizer/suppressions.txt` names this function, which therefore is a call
  /// in debug builds.
  @inlinable
  static func next(of node: RegistryNode) -> UnsafeMutablePointer<Atomic<Link?>> {
    unsafe withUnsafeMutablePointer(to: &node.links) {
      unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: Atomic<Link?>.self)
    }
  }
}

extension LinkedListStorage {
  public func checkInvariants() {
    var nodes = 0
    var previous: Link?
    var number: UInt64 = 0
    var node = unsafe head.load(ordering: .relaxed)
    while let current = unsafe node {
      unsafe current._withUnsafeGuaranteedRef {
        let known = unsafe $0.link.load(ordering: .relaxed)
        unsafe require(known?.toOpaque() == previous?.toOpaque(), "a node's link to the previous node is wrong")
        require($0.links.number > number, "the numbers of the nodes do not increase")
        require(!$0.isDisposed, "a node in the list has ended")
        number = $0.links.number
        unsafe node = unsafe Self.next(of: $0).pointee.load(ordering: .relaxed)
      }
      nodes += 1
      unsafe previous = unsafe current
    }
    unsafe require(tail.load(ordering: .relaxed)?.toOpaque() == previous?.toOpaque(), "the tail is not the last node")
    require(nodes == count, "the list holds \(nodes) nodes, and the count is \(count)")
  }
}

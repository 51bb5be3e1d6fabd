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
/// walk stops at the first later number. Second, the chain of retired nodes needs another link; it uses the link to the
/// previous node, which a removed node no longer needs.
public struct LinkedListStorage: SubscriberStorage, ~Copyable {
  public struct Links: BitwiseCopyable, @unchecked Sendable {
    // Sound: `previous` is touched only under the lock, or by the one thread that still uses a removed node. `number`
    // is constant from the moment of publication.
    @usableFromInline var previous: Unmanaged<Node<LinkedListStorage>>?
    @usableFromInline var number: UInt64
    @inlinable init() {
      previous = nil
      number = 0
    }
  }

  @usableFromInline typealias Link = Unmanaged<Node<LinkedListStorage>>

  @inlinable public static var unlinked: Links { Links() }

  @usableFromInline let head = Atomic<Link?>(nil)
  @usableFromInline let tail = Atomic<Link?>(nil)
  /// The number of the node that was appended last.
  @usableFromInline let lastNumber = Atomic<UInt64>(0)
  @usableFromInline let live = Atomic<Int>(0)

  @inlinable public init() {}

  @inlinable public var count: Int { live.load(ordering: .relaxed) }
  @inlinable public var capacity: Int { count }

  @inlinable
  public func append(_ node: Unmanaged<Node<Self>>, exclusive: Bool, retired: inout Retired<Self>) {
    let number = lastNumber.load(ordering: .relaxed) + 1
    let last = tail.load(ordering: .relaxed)
    node._withUnsafeGuaranteedRef {
      $0.links.number = number
      $0.links.previous = last
    }
    if let last {
      last._withUnsafeGuaranteedRef { Self.setNext(of: $0, to: node) }
    } else {
      head.store(node, ordering: .releasing)
    }
    tail.store(node, ordering: .relaxed)
    // Stored after the links, so that a walk that reads this number finds the node.
    lastNumber.store(number, ordering: .releasing)
    live.store(count + 1, ordering: .relaxed)
  }

  @inlinable
  public func remove(_ node: Unmanaged<Node<Self>>, exclusive: Bool) {
    let (previous, next) = node._withUnsafeGuaranteedRef { ($0.links.previous, Self.next(of: $0)) }
    if let previous {
      previous._withUnsafeGuaranteedRef { Self.setNext(of: $0, to: next) }
    } else {
      head.store(next, ordering: .releasing)
    }
    if let next {
      next._withUnsafeGuaranteedRef { $0.links.previous = previous }
    } else {
      tail.store(previous, ordering: .relaxed)
    }
    live.store(count - 1, ordering: .relaxed)
  }

  @inlinable
  public func removeAll(_ retired: inout Retired<Self>) {
    // Backwards, because the chain is last in, first out. So handlers are released in subscription order.
    var node = tail.load(ordering: .relaxed)
    while let current = node {
      node = current._withUnsafeGuaranteedRef {
        $0.deactivate()
        return $0.links.previous
      }
      retired.add(current)
    }
    head.store(nil, ordering: .relaxed)
    tail.store(nil, ordering: .relaxed)
    live.store(0, ordering: .relaxed)
  }

  @inlinable public func compact(retired: inout Retired<Self>) {}

  @inlinable @inline(__always)
  public func forEach(_ body: (Node<Self>) -> Void) {
    let last = lastNumber.load(ordering: .acquiring)
    var next = head.load(ordering: .acquiring)
    while let node = next {
      let isLater = node._withUnsafeGuaranteedRef { node in
        if node.links.number > last { return true }
        // Read before the body, so that the processor can fetch the next node while the body runs.
        next = Self.next(of: node)
        body(node)
        return false
      }
      if isLater { return }
    }
  }

  @inlinable @inline(__always)
  static func next(of node: Node<Self>) -> Link? {
    node.link.load(ordering: .acquiring).map { unsafeBitCast($0, to: Link.self) }
  }

  @inlinable @inline(__always)
  static func setNext(of node: Node<Self>, to next: Link?) {
    node.link.store(next.map { unsafeBitCast($0, to: Unmanaged<SubscriptionNode>.self) }, ordering: .releasing)
  }

  @inlinable public static func retiredSuccessor(of node: Node<Self>) -> Unmanaged<Node<Self>>? {
    node.links.previous
  }

  @inlinable
  public static func setRetiredSuccessor(of node: Node<Self>, to successor: Unmanaged<Node<Self>>?) {
    node.links.previous = successor
  }
}

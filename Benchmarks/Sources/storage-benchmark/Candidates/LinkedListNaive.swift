import SubscriberWorkloads

/// The doubly linked list of the textbooks: class nodes with a strong link to the next node and a weak link to the
/// previous node.
final class LinkedListNaive: SubscriberRegistry {
  final class Node {
    let handler: (Int) -> Void
    var next: Node?
    weak var previous: Node?

    init(handler: @escaping (Int) -> Void) { self.handler = handler }
  }

  private var head: Node?
  private var tail: Node?

  init(capacity: Int) {}

  // Unlinks the nodes one by one. Otherwise each node's release would release the next node recursively, and a long
  // list would overflow the stack.
  deinit {
    while let node = head {
      head = node.next
      node.next = nil
    }
  }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Node {
    let node = Node { v in sink.hit(v) }
    if let tail {
      tail.next = node
      node.previous = tail
    } else {
      head = node
    }
    tail = node
    return node
  }

  func unsubscribe(_ token: consuming Node) {
    let previous = token.previous
    let next = token.next
    if let previous { previous.next = next } else { head = next }
    if let next { next.previous = previous } else { tail = previous }
    token.next = nil
    token.previous = nil
  }

  @inline(never)
  func send(_ value: Int) {
    var node = head
    while let current = node {
      current.handler(value)
      node = current.next
    }
  }
}

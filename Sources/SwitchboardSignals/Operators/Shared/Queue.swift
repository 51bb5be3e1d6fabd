/// A first-in, first-out queue for the values that wait in an operator. Append and pop are O(1) amortised. A queue that
/// has become empty has room for at most 16 elements.
///
/// Runs no user code except for copies of the elements, so the queue may be used under a lock.
@usableFromInline
struct Queue<Element> {
  @usableFromInline var slots: [Element?] = []
  @usableFromInline var head = 0

  @inlinable init() {}

  @inlinable var isEmpty: Bool { head == slots.count }

  @inlinable mutating func append(_ element: Element) { slots.append(element) }

  @inlinable
  mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let element = slots[head]
    slots[head] = nil
    head += 1
    if isEmpty {
      head = 0
      if slots.capacity > 16 { slots = [] } else { slots.removeAll(keepingCapacity: true) }
    } else if head >= 16, 2 * head >= slots.count {
      slots.removeFirst(head)
      head = 0
    }
    return element
  }
}

import Synchronization

/// The state that an operator keeps between the events of one subscription, or repeated work between its turns.
///
/// Sound: events come one at a time (see ``Sink``), and so do the turns of a ``RecursiveWork``. So no two threads
/// access the state at the same time.
@usableFromInline
final class SerialState<Value>: @unchecked Sendable {
  @safe @exclusivity(unchecked) @usableFromInline var value: Value
  @inlinable init(_ value: Value) { self.value = value }
}

/// A flag that any thread can raise, and that stays raised.
final class Flag: Sendable {
  let atomic = Atomic<Bool>(false)
  init() {}
  var isRaised: Bool { atomic.load(ordering: .acquiring) }

  /// Returns whether this call is the first.
  @discardableResult
  func raise() -> Bool { !atomic.exchange(true, ordering: .acquiringAndReleasing) }

  /// Returns whether another call has come before. Decides which code continues after two events that come in any
  /// order, such as the end of a signal and the return of the subscription to it: each calls, and the second continues.
  func isSecond() -> Bool { !raise() }
}

/// A first-in, first-out queue for the values that wait in an operator. Append and pop are O(1) amortised. A queue that
/// has become empty has room for at most 16 elements.
///
/// Runs no user code except for copies of the elements, so the queue may be used under a lock.
struct Queue<Element> {
  /// The elements from `head` to `tail`. The other slots are nil.
  var slots: [Element?] = []
  var head = 0
  var tail = 0

  init() {}

  var count: Int { tail - head }
  var isEmpty: Bool { head == tail }
  var first: Element? { isEmpty ? nil : slots[head] }

  mutating func append(_ element: Element) {
    if tail < slots.count { slots[tail] = element } else { slots.append(element) }
    tail += 1
  }

  mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let element = slots[head].take()
    head += 1
    if isEmpty || head >= 16 && 2 * head >= tail { makeRoom() }
    return element
  }

  /// Drops the slots before the first element. A queue that is empty, and small, keeps its slots.
  mutating func makeRoom() {
    if !isEmpty {
      slots.removeFirst(head)
    } else if slots.count > 16 {
      slots = []
    }
    (head, tail) = (0, tail - head)
  }
}

extension Queue: Sendable where Element: Sendable {}

/// A first in, first out queue. All operations are O(1), amortised.
struct MemoryQueue<Element> {
  /// The elements, after the places of those that were taken. A taken element leaves nil, because the queue must not
  /// release it later, under a lock.
  private var places: [Element?] = []
  private var head = 0

  var count: Int { places.count - head }
  var isEmpty: Bool { head == places.count }
  var first: Element? { isEmpty ? nil : places[head] }

  /// The element with `index` elements before it.
  subscript(index: Int) -> Element { places[head + index]! }

  mutating func append(_ element: Element) { places.append(element) }

  mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let element = places[head].take()
    head += 1
    if head == places.count {
      places.removeAll(keepingCapacity: head <= 1024)
      head = 0
    } else if head >= 64, head > places.count / 2 {
      places.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Removes all elements but the first `kept`, and returns the removed.
  mutating func cut(to kept: Int) -> [Element] {
    let start = head + kept
    let removed = places[start...].compactMap { $0 }
    places.removeSubrange(start...)
    if isEmpty { self = MemoryQueue() }
    return removed
  }

  /// Removes all elements, and returns those that `isKept` refuses. The others stay, in their order.
  mutating func sift(_ isKept: (Element) -> Bool) -> [Element] {
    let all = cut(to: 0)
    for element in all where isKept(element) { append(element) }
    return all.filter { !isKept($0) }
  }
}

/// A heap of what is due at a time. Equal times come out in the order of the numbers. O(log count).
struct MemoryHeap<Item> {
  private(set) var entries: [(due: Duration, number: UInt64, item: Item)] = []

  var count: Int { entries.count }
  var first: (due: Duration, number: UInt64, item: Item)? { entries.first }

  mutating func add(_ item: Item, due: Duration, number: UInt64) {
    entries.append((due, number, item))
    var index = entries.count - 1
    while index > 0, isBefore(index, (index - 1) / 2) {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func removeFirst() {
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var index = 0
    while true {
      var first = index
      for child in [2 * index + 1, 2 * index + 2] where child < entries.count && isBefore(child, first) {
        first = child
      }
      if first == index { return }
      entries.swapAt(index, first)
      index = first
    }
  }

  /// Removes the entries that `isKept` refuses. O(count · log count).
  mutating func filter(_ isKept: ((due: Duration, number: UInt64, item: Item)) -> Bool) {
    entries = entries.filter(isKept).sorted { ($0.due, $0.number) < ($1.due, $1.number) }
  }

  private func isBefore(_ left: Int, _ right: Int) -> Bool {
    (entries[left].due, entries[left].number) < (entries[right].due, entries[right].number)
  }
}

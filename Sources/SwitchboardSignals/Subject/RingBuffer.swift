/// The last values of a stream, oldest first. Append and drop O(1); grows by doubling up to its limit.
@usableFromInline
struct RingBuffer<Element> {
  @usableFromInline let limit: Int
  @usableFromInline var slots: [Element?] = []
  @usableFromInline var first = 0
  @usableFromInline var count = 0

  @inlinable init(limit: Int) { self.limit = limit }

  /// Adds an element, and returns the oldest if it had to go.
  @inlinable
  mutating func append(_ element: Element) -> Element? {
    if limit == 0 { return element }
    if count == slots.count, count < limit { grow() }
    let end = wrapped(first + count)
    if count < slots.count {
      slots[end] = element
      count += 1
      return nil
    }
    let oldest = slots[first]
    slots[first] = element
    first = wrapped(first + 1)
    return oldest
  }

  /// Takes the oldest element out.
  @inlinable
  mutating func popFirst() -> Element? {
    if count == 0 { return nil }
    let oldest = slots[first].take()
    first = wrapped(first + 1)
    count -= 1
    return oldest
  }

  @inlinable
  func forEach(while isWanted: () -> Bool, _ body: (Element) -> Void) {
    for offset in 0..<count {
      if !isWanted() { return }
      if let element = slots[wrapped(first + offset)] { body(element) }
    }
  }

  @inlinable
  func wrapped(_ index: Int) -> Int { index < slots.count ? index : index - slots.count }

  @inlinable
  mutating func grow() {
    var larger: [Element?] = []
    larger.reserveCapacity(min(limit, max(4, 2 * count)))
    for offset in 0..<count { larger.append(slots[wrapped(first + offset)]) }
    while larger.count < min(limit, max(4, 2 * count)) { larger.append(nil) }
    slots = larger
    first = 0
  }
}

extension RingBuffer: Sendable where Element: Sendable {}

/// The last values of a stream, oldest first. Append and drop are O(1). The buffer grows by doubling, up to its limit.
public struct RingBuffer<Element> {
  /// The largest number of elements. May be raised at any time.
  public var limit: Int
  @usableFromInline var slots: [Element?] = []
  @usableFromInline var first = 0
  @usableFromInline var held = 0

  @inlinable public var count: Int { held }
  /// The number of elements for which there is memory.
  @inlinable public var capacity: Int { slots.count }
  /// The element that waits longest.
  package var oldest: Element? { held > 0 ? slots[first] : nil }

  @inlinable public init(limit: Int) { self.limit = limit }

  /// Adds an element. Returns the element that finds no room, if any: the oldest, or `element` itself if the limit is
  /// 0.
  @inlinable
  public mutating func append(_ element: Element) -> Element? {
    if limit == 0 { return element }
    if held == limit, held == slots.count {
      var exchanged: Element? = element
      swap(&slots[first], &exchanged)
      first = wrapped(first + 1)
      return exchanged
    }
    if held == slots.count, held < limit { grow() }
    let end = wrapped(first + held)
    if held < slots.count {
      slots[end] = element
      held += 1
      return nil
    }
    let oldest = slots[first]
    slots[first] = element
    first = wrapped(first + 1)
    return oldest
  }

  /// Takes the oldest element out.
  @inlinable
  public mutating func popFirst() -> Element? {
    if held == 0 { return nil }
    let oldest = slots[first].take()
    first = wrapped(first + 1)
    held -= 1
    return oldest
  }

  @inlinable
  public func forEach(while isWanted: () -> Bool, _ body: (Element) -> Void) {
    for offset in 0..<held {
      if !isWanted() { return }
      if let element = slots[wrapped(first + offset)] { body(element) }
    }
  }

  @inlinable
  func wrapped(_ index: Int) -> Int { index < slots.count ? index : index - slots.count }

  @inlinable
  mutating func grow() {
    var larger: [Element?] = []
    larger.reserveCapacity(min(limit, max(4, 2 * held)))
    for offset in 0..<held { larger.append(slots[wrapped(first + offset)]) }
    while larger.count < min(limit, max(4, 2 * held)) { larger.append(nil) }
    slots = larger
    first = 0
  }
}

extension RingBuffer: Sendable where Element: Sendable {}

/// Elements in order, each of which is released before the turn of the next, if the caller keeps no copy of the array.
@frozen
public struct OneByOne<Element>: Sequence, IteratorProtocol {
  /// The elements that are left, the next one last.
  @usableFromInline var rest: [Element]

  @inlinable
  public init(_ elements: [Element]) {
    rest = elements
    // In place: `reversed()` would allocate another array.
    rest.reverse()
  }

  @inlinable public mutating func next() -> Element? { rest.popLast() }
}

extension OneByOne: Sendable where Element: Sendable {}

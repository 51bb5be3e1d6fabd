/// A sequence that hands over the elements of an array in order, and keeps none that it has handed over. So the caller
/// can release an element before it asks for the next, if no other code keeps the array.
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

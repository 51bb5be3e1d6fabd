import SwitchboardBroadcast

// What a join keeps of its sources lies in raw memory. So the code of a join is compiled once: to keep a value as an
// optional, a tuple or an array, code that does not know the value's type would look up the metadata of that optional,
// tuple or array for each value.

/// Where the values of the sources of a join lie: as the elements of a tuple, or side by side as in an array.
///
/// The elements of a tuple lie in order, each at the next multiple of its alignment.
@safe
struct JoinedLayout: Sendable {
  /// The types of the sources' values.
  let types: [any Sendable.Type]
  /// The size of all values together.
  let size: Int
  private let alignment: Int

  init(_ types: [any Sendable.Type]) {
    var (size, alignment) = (0, 1)
    for type in types {
      _ = Self.offset(of: type, after: &size)
      alignment = max(alignment, Self.alignment(of: type))
    }
    // An array is copied with the padding behind its last element.
    (self.types, self.size, self.alignment) = (types, (size + alignment - 1) & ~(alignment - 1), alignment)
  }

  private static func alignment<Value>(of _: Value.Type) -> Int { MemoryLayout<Value>.alignment }

  /// Returns the offset of a value that comes after `end` bytes, and moves `end` behind it.
  static func offset<Value>(of _: Value.Type, after end: inout Int) -> Int {
    let alignment = MemoryLayout<Value>.alignment
    let offset = (end + alignment - 1) & ~(alignment - 1)
    end = offset + MemoryLayout<Value>.size
    return offset
  }

  /// Allocates memory for one value of each source, and for a byte of each source behind the values.
  func allocate() -> UnsafeMutableRawPointer {
    .allocate(byteCount: size + types.count, alignment: alignment)
  }
}

/// Makes the value that a join sends out of the values of its sources, which lie in memory of a ``JoinedLayout``.
@safe
struct Joining<Value: Sendable>: Sendable {
  let make: @Sendable (UnsafeMutableRawPointer) -> Value

  /// Makes arrays of `count` values.
  ///
  /// - Parameter moves: Whether the values are moved out of the memory, or copied.
  static func arrays<Element>(_ count: Int, moves: Bool) -> Joining where Value == [Element] {
    unsafe Joining(make: { memory in
      unsafe Array(unsafeUninitializedCapacity: count) { array, initialized in
        let values = unsafe memory.assumingMemoryBound(to: Element.self)
        if let start = array.baseAddress {
          unsafe moves
            ? start.moveInitialize(from: values, count: count) : start.initialize(from: values, count: count)
        }
        initialized = count
      }
    })
  }
}

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

/// Values that wait, first in first out, without their type: each call brings the type. Append and pop are O(1)
/// amortised. A queue that has become empty has room for at most 16 values.
///
/// Sound: the owner calls with one type, and calls ``removeAll(_:)`` at the end.
@safe
struct UntypedQueue {
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  private var first = 0
  private(set) var count = 0

  init() { unsafe memory = nil }

  /// Returns the number of values.
  mutating func append<Value>(_ value: Value) -> Int {
    if count == capacity { resize(to: max(4, 2 * capacity), Value.self) }
    unsafe place(count, Value.self).initialize(to: value)
    count += 1
    return count
  }

  /// Moves the first value to uninitialised memory. Returns the number of values that are left.
  mutating func moveFirst<Value>(_: Value.Type, to memory: UnsafeMutableRawPointer) -> Int {
    unsafe memory.assumingMemoryBound(to: Value.self).initialize(to: place(0, Value.self).move())
    first = first + 1 == capacity ? 0 : first + 1
    count -= 1
    if count == 0, capacity > 16 { resize(to: 0, Value.self) }
    return count
  }

  /// Destroys the values, and frees the memory.
  mutating func removeAll<Value>(_: Value.Type) {
    for number in 0..<count { unsafe place(number, Value.self).deinitialize(count: 1) }
    count = 0
    resize(to: 0, Value.self)
  }

  private func place<Value>(_ number: Int, _: Value.Type) -> UnsafeMutablePointer<Value> {
    let slot = first + number
    return unsafe memory!.assumingMemoryBound(to: Value.self) + (slot < capacity ? slot : slot - capacity)
  }

  private mutating func resize<Value>(to capacity: Int, _: Value.Type) {
    let larger: UnsafeMutableRawPointer? =
      capacity == 0
      ? nil
      : .allocate(byteCount: max(1, capacity * MemoryLayout<Value>.stride), alignment: MemoryLayout<Value>.alignment)
    for number in 0..<count {
      unsafe (larger!.assumingMemoryBound(to: Value.self) + number)
        .moveInitialize(from: place(number, Value.self), count: 1)
    }
    unsafe memory?.deallocate()
    unsafe memory = larger
    (self.capacity, first) = (capacity, 0)
  }
}

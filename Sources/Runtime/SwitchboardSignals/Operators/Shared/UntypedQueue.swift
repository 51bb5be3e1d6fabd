/// Keeps values, first in first out, and does not know their type: each call brings the type. Append and removal are
/// O(1) amortised. When ``moveFirst(_:to:)`` has emptied the queue, there is memory for at most 16 values.
///
/// Sound: the owner calls with one type, whose values are sendable, never copies the queue, and calls
/// ``removeAll(_:)`` at the end.
@safe
struct UntypedQueue: @unchecked Sendable {
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  private var first = 0
  private(set) var count = 0

  init() { unsafe memory = nil }

  /// Returns the number of values.
  ///
  /// - Parameter most: The largest number of values. The queue has fewer.
  @discardableResult
  mutating func append<Value: Sendable>(_ value: Value, most: Int = .max) -> Int {
    if count == capacity { grow(to: min(most, max(4, 2 * capacity)), Value.self) }
    unsafe place(count, Value.self).initialize(to: value)
    count += 1
    return count
  }

  /// Moves the first value to uninitialised memory. Returns the number of values that are left.
  @discardableResult
  mutating func moveFirst<Value>(_: Value.Type, to memory: UnsafeMutableRawPointer) -> Int {
    unsafe memory.assumingMemoryBound(to: Value.self).initialize(to: place(0, Value.self).move())
    advance()
    count -= 1
    if count == 0, capacity > 16 { deallocate() }
    return count
  }

  /// Destroys the first value, and puts `value` behind the last. The queue has as many values as there is memory for,
  /// so the place is the same.
  mutating func replaceFirst<Value: Sendable>(with value: Value) {
    unsafe memory!.assumingMemoryBound(to: Value.self)[first] = value
    advance()
  }

  /// Calls `body` with the first value, where it lies.
  func withFirst<Value>(_: Value.Type, _ body: (Value) -> Void) { unsafe body(place(0, Value.self).pointee) }

  /// Destroys the first value. The memory stays.
  mutating func removeFirst<Value>(_: Value.Type) {
    unsafe place(0, Value.self).deinitialize(count: 1)
    advance()
    count -= 1
  }

  /// Calls `body` with each value in order, for as long as `isWanted` returns true.
  func forEach<Value>(_: Value.Type, while isWanted: () -> Bool, _ body: (Value) -> Void) {
    for number in 0..<count {
      if !isWanted() { return }
      unsafe body(place(number, Value.self).pointee)
    }
  }

  /// Destroys the values, and frees the memory.
  mutating func removeAll<Value>(_: Value.Type) {
    for number in 0..<count { unsafe place(number, Value.self).deinitialize(count: 1) }
    count = 0
    deallocate()
  }

  private mutating func advance() { first = first + 1 == capacity ? 0 : first + 1 }

  /// Frees the memory of a queue without values.
  mutating func deallocate() {
    unsafe memory?.deallocate()
    unsafe memory = nil
    (capacity, first) = (0, 0)
  }

  private func place<Value>(_ number: Int, _: Value.Type) -> UnsafeMutablePointer<Value> {
    let slot = first + number
    return unsafe memory!.assumingMemoryBound(to: Value.self) + (slot < capacity ? slot : slot - capacity)
  }

  private mutating func grow<Value>(to capacity: Int, _: Value.Type) {
    let larger = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, capacity * MemoryLayout<Value>.stride), alignment: MemoryLayout<Value>.alignment)
    for number in 0..<count {
      unsafe (larger.assumingMemoryBound(to: Value.self) + number)
        .moveInitialize(from: place(number, Value.self), count: 1)
    }
    unsafe memory?.deallocate()
    unsafe memory = larger
    (self.capacity, first) = (capacity, 0)
  }
}

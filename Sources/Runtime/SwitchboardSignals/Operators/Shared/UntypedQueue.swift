/// Keeps values, first in first out, and does not know their type: each call brings the type. Append and removal are
/// O(1) amortised. After ``trim()``, which the functions that move values call, an empty queue has memory for at most
/// 16 values.
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
    trim()
    return count
  }

  /// Destroys the first value, and puts `value` behind the last. The queue has as many values as there is memory for,
  /// so the place is the same.
  mutating func replaceFirst<Value: Sendable>(with value: Value) {
    unsafe memory!.assumingMemoryBound(to: Value.self)[first] = value
    advance()
  }

  /// Exchanges the first value and `value`.
  func exchangeFirst<Value: Sendable>(_ value: inout Value) { unsafe swap(&place(0, Value.self).pointee, &value) }

  /// Returns a copy of the first value.
  func first<Value: Sendable>(_: Value.Type) -> Value { unsafe place(0, Value.self).pointee }

  /// Moves all values into an array.
  mutating func moveAll<Value: Sendable>() -> [Value] {
    let array = unsafe [Value](unsafeUninitializedCapacity: count) { array, initialized in
      for number in 0..<count {
        unsafe (array.baseAddress! + number).moveInitialize(from: place(number, Value.self), count: 1)
      }
      initialized = count
    }
    (count, first) = (0, 0)
    trim()
    return array
  }

  /// Calls `body` with the first value, where it lies. `body` must not add values.
  func withFirst<Value, Result>(_: Value.Type, _ body: (Value) -> Result) -> Result {
    unsafe body(place(0, Value.self).pointee)
  }

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

  /// Frees the memory of a queue without values if it is large.
  mutating func trim() { if count == 0, capacity > 16 { deallocate() } }

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

/// The values that an operator keeps between the events of one subscription: a ``SerialState`` that is compiled once.
///
/// Sound: see ``SerialState``.
@usableFromInline
class KeptValues: @unchecked Sendable {
  @safe @exclusivity(unchecked) final var values = UntypedQueue()
  private let valueType: any Sendable.Type

  init(_ type: any Sendable.Type) { valueType = type }

  deinit { removeAll(valueType) }

  private final func removeAll<Value>(_ type: Value.Type) { values.removeAll(type) }

  final var isEmpty: Bool { values.count == 0 }

  /// Keeps `value`. Drops the oldest value if there are `most` already.
  final func keep<Value: Sendable>(_ value: Value, most: Int) {
    if values.count < most { values.append(value, most: most) } else if most > 0 { values.replaceFirst(with: value) }
  }

  /// Keeps `value` in the place of the value that was kept before.
  final func keepOnly<Value: Sendable>(_ value: Value) { keep(value, most: 1) }
}

public import SwitchboardBroadcast

/// A change of the value of a key. Changes are sent in the order in which they happen.
@usableFromInline
enum BoardChange<Value: Sendable>: Sendable {
  case set(Value)
  case removed
  /// A change while the key was paused with ``BoardPausePolicy/drop``. Subscribers do not receive the change, but later
  /// subscribers receive its value by replay.
  case unseen(Value?)

  /// The value after the change.
  @inlinable var value: Value? {
    switch self {
    case .set(let value): value
    case .removed: nil
    case .unseen(let value): value
    }
  }
}

/// The value of a key, with a version that tells whether the value has been written since it was read.
@usableFromInline
struct BoardCell<Value: Sendable>: Sendable {
  @usableFromInline var value: Value?
  /// The number of times the value was written.
  @usableFromInline var version: UInt64 = 0
  /// The update whose closure wrote the value last, or ``UpdateScope/none``.
  @usableFromInline var scope = UpdateScope.none

  @inlinable init() {}

  /// Exchanges the value with `other`, which becomes the old value. The caller releases the old value with no lock held
  /// (promise R4).
  @inlinable
  mutating func exchange(_ other: inout Value?) {
    swap(&value, &other)
    version &+= 1
    scope = .current
  }
}

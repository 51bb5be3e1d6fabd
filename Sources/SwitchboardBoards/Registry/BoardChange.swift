public import SwitchboardBroadcast

/// What happens to the value of a key, in the order in which it happens.
@usableFromInline
enum BoardChange<Value: Sendable>: Sendable {
  case set(Value)
  case removed
  /// What came to be while the key was paused with ``PausePolicy/drop``: nobody hears of it but who comes later.
  case unseen(Value?)

  /// The value that is there afterwards.
  @inlinable var value: Value? {
    switch self {
    case .set(let value): value
    case .removed: nil
    case .unseen(let value): value
    }
  }
}

/// The value of a key, and what tells whether it is still the one that somebody has read.
@usableFromInline
struct BoardCell<Value: Sendable>: Sendable {
  @usableFromInline var value: Value?
  /// How many times it has been written.
  @usableFromInline var version: UInt64 = 0
  /// The update whose closure wrote it last, if one did.
  @usableFromInline var scope = UpdateScope.none

  @inlinable init() {}

  /// Exchanges the value for another, which becomes the old one: whoever has it releases it with no lock held (R4).
  @inlinable
  mutating func exchange(_ other: inout Value?) {
    swap(&value, &other)
    version &+= 1
    scope = .current
  }
}

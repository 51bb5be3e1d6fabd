import Synchronization

/// A value on its way through properties and channels that are bound to each other.
@usableFromInline
struct Change<Value: Sendable>: Sendable {
  @usableFromInline var value: Value
  /// The write that this is. Of two, everybody keeps the later one, so that all who are bound to each other end up with the same.
  @usableFromInline var stamp: Stamp
  /// The write whose value this repeats under a later stamp: whoever has that one learns nothing new.
  @usableFromInline var confirmed: Stamp?
  /// The channels that it has crossed, which take it only once.
  @usableFromInline var path: Crossing?
  /// Whether those who are told of it have the value already. Bindings pass it on, handlers do not see it.
  @usableFromInline var isSilent: Bool

  @inlinable
  init(_ value: Value, _ stamp: Stamp, confirmed: Stamp? = nil, path: Crossing? = nil, isSilent: Bool = false) {
    (self.value, self.stamp, self.confirmed) = (value, stamp, confirmed)
    (self.path, self.isSilent) = (path, isSilent)
  }
}

/// A write's place among all writes of the process. Later ones are greater.
@frozen
@usableFromInline
struct Stamp: Comparable, Sendable {
  @usableFromInline let number: UInt64

  @inlinable init(number: UInt64) { self.number = number }

  @inlinable static func < (left: Stamp, right: Stamp) -> Bool { left.number < right.number }

  /// Of a write that was made while nobody was bound who could care.
  @inlinable static var none: Stamp { Stamp(number: 0) }

  /// The next. To be drawn under the lock under which the write is made, so that a property's writes are in the order of
  /// their stamps. One atomic addition.
  @usableFromInline static func next() -> Stamp { Stamp(number: last.add(1, ordering: .relaxed).newValue) }

  private static let last = Atomic<UInt64>(0)
}

/// Names a channel. Never used twice, so that a change that outlives a channel on its path does not take a later channel at
/// the same address for that one.
struct ChannelNumber: Equatable, Sendable {
  private let number: UInt64

  /// A new one. One atomic addition.
  init() { number = Self.last.add(1, ordering: .relaxed).newValue }

  private static let last = Atomic<UInt64>(0)
}

/// A channel that a change has crossed, and those before it.
@usableFromInline
final class Crossing: Sendable {
  let channel: ChannelNumber
  let before: Crossing?

  init(of channel: ChannelNumber, after before: Crossing?) { (self.channel, self.before) = (channel, before) }

  /// O(channels crossed).
  func includes(_ channel: ChannelNumber) -> Bool {
    var crossing: Crossing? = self
    while let current = crossing {
      if current.channel == channel { return true }
      crossing = current.before
    }
    return false
  }
}

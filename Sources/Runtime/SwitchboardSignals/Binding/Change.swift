import Synchronization

/// A value on its way through properties and channels that are bound to each other.
@usableFromInline
struct Change<Value: Sendable>: Sendable {
  @usableFromInline var value: Value
  /// The stamp of the write that made this change. Of two changes every bound side keeps the later one, so all sides
  /// end with the same value.
  @usableFromInline var stamp: Stamp
  /// The stamp of an earlier write whose value this change repeats. A side that has the earlier write only takes over
  /// the new stamp.
  @usableFromInline var confirmed: Stamp?
  /// The channels that this change has crossed. Each channel takes a change only once.
  @usableFromInline var path: Crossing?
  /// Whether the recipients have the value already. Bindings pass a silent change on; handlers do not see it.
  @usableFromInline var isSilent: Bool

  @inlinable
  init(_ value: Value, _ stamp: Stamp, confirmed: Stamp? = nil, path: Crossing? = nil, isSilent: Bool = false) {
    (self.value, self.stamp, self.confirmed) = (value, stamp, confirmed)
    (self.path, self.isSilent) = (path, isSilent)
  }

  /// Returns a sink of changes that passes the values of all changes but silent ones to `sink`.
  @inlinable
  static func values(to sink: Sink<Value>) -> Sink<Change> {
    Sink(value: values(to: sink.value), terminal: sink.terminal)
  }

  // A function of its own, because a closure captures the generic parameters around it: with `Failure` it would need 16
  // bytes more.
  @inlinable @inline(never)
  static func values(to handler: @escaping @Sendable (Value) -> Void) -> @Sendable (Change) -> Void {
    { if !$0.isSilent { handler($0.value) } }
  }
}

/// The position of a write in the order of all writes of the process. Later writes have greater stamps.
@frozen
@usableFromInline
struct Stamp: Comparable, Sendable {
  @usableFromInline let number: UInt64

  @inlinable init(number: UInt64) { self.number = number }

  @inlinable static func < (left: Stamp, right: Stamp) -> Bool { left.number < right.number }

  /// The stamp of a write that needs no position: no two-way binding existed when it was made, or its stamp is not
  /// drawn yet.
  @inlinable static var none: Stamp { Stamp(number: 0) }

  /// Draws the next stamp. Call this under the lock under which the write is made, so that the writes of a property are
  /// in the order of their stamps. Cost: one atomic addition.
  @usableFromInline static func next() -> Stamp { Stamp(number: last.add(1, ordering: .relaxed).newValue) }

  private static let last = Atomic<UInt64>(0)
}

/// A channel that a change has crossed, linked to the channels that the change crossed before.
@usableFromInline
final class Crossing: Sendable {
  /// The identity of the channel. A change can outlive a channel on its path. The reference is strong, so that no later
  /// channel has the same address.
  let channel: ChannelLink
  let before: Crossing?

  init(of channel: ChannelLink, after before: Crossing?) { (self.channel, self.before) = (channel, before) }

  /// Returns whether `channel` is on this path. O(channels crossed).
  func includes(_ channel: ChannelLink) -> Bool {
    var crossing: Crossing? = self
    while let current = crossing {
      if current.channel === channel { return true }
      crossing = current.before
    }
    return false
  }
}

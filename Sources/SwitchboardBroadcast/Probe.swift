/// What a trace sees of this target. Every function is empty while the `Tracing` trait is off: the call and its
/// arguments vanish from the machine code.
@usableFromInline
enum Probe {
  @inlinable @inline(__always)
  static func subscribed(_ subscription: Subscription, fileID: StaticString, line: UInt32) {}

  @inlinable @inline(__always)
  static func disposed(_ subscription: Subscription) {}

  @inlinable @inline(__always)
  static func sendBegan(fileID: StaticString, line: UInt32) {}

  @inlinable @inline(__always)
  static func sendEnded() {}

  @inlinable @inline(__always)
  static func queued(fileID: StaticString, line: UInt32) {}

  @inlinable @inline(__always)
  static func delivered(to subscription: Subscription) {}

  @inlinable @inline(__always)
  static func terminated(fileID: StaticString, line: UInt32) {}
}

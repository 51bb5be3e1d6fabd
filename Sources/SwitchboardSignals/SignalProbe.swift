public import SwitchboardBroadcast

/// What a trace sees of this target: the ends of chains. What subjects and observers do, and every
/// end of a subscription, the registries' own probe sees.
/// Every function is empty while the `Tracing` trait is off: the call and its arguments vanish from the machine code.
@usableFromInline
enum SignalProbe {
  @inlinable @inline(__always)
  static func subscribed(_ subscription: Subscription, name: String?, fileID: StaticString, line: UInt32) {}

  @inlinable @inline(__always)
  static func delivered(to subscription: Subscription) {}

  @inlinable @inline(__always)
  static func terminated<Failure>(_ subscription: Subscription, _ terminal: Terminal<Failure>) {}
}

// The bits of `state`, the word that says what a subscription does.

extension SubscriptionNode {
  /// The subscription has not ended.
  @inlinable static var active: UInt32 { 1 }
  /// Calls in progress are counted, so that `disposeAndWait()` can wait for them.
  @inlinable static var waitable: UInt32 { 2 }
  /// One call in progress of a waitable subscription. The other bits are the number of such calls.
  @inlinable static var oneCall: UInt32 { 4 }
}

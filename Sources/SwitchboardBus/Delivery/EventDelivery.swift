internal import CSwitchboardBroadcast

/// The delivery of one event that a handler is a part of. Lent to the handler for as long as it runs, and cannot be kept.
public struct EventDelivery: ~Copyable {
  let frame: UnsafeMutablePointer<DispatchFrame>

  /// Ends the delivery: handlers whose turn has not come do not get the event, on parent buses neither. Those that work on a queue, a task or
  /// the main actor, and have been given it already, do. Source: greenrobot cancelEventDelivery.
  public borrowing func cancel() { frame.pointee.isCancelled = true }

  /// Whether it has been cancelled.
  public var isCancelled: Bool { frame.pointee.isCancelled }
}

/// What the handlers of one dispatch have in common. On the stack of the dispatch; its thread only.
@usableFromInline
struct DispatchFrame {
  /// Who subscribed later has a higher number, and is not part of the audience (R2).
  @usableFromInline var limit: UInt64
  /// Of a sticky event: its place in the order of those; otherwise 0.
  @usableFromInline var sequence: UInt64 = 0
  @usableFromInline var isCancelled = false
  /// Whether somebody was there.
  @usableFromInline var isReached = false

  @usableFromInline init(limit: UInt64 = SubscriptionNumber.last) { self.limit = limit }

  /// Runs `body` while `frame` is that of the innermost dispatch of this thread.
  @usableFromInline
  static func enter(_ frame: UnsafeMutablePointer<DispatchFrame>, _ body: () -> Void) {
    let outer = switchboard_innermost_dispatch()
    switchboard_set_innermost_dispatch(frame)
    body()
    switchboard_set_innermost_dispatch(outer)
  }

  /// Lends the innermost dispatch to a handler.
  ///
  /// Who dispatches looks whether anybody wants this before it walks; one that found nobody lends nothing, and may be inside of another that
  /// does. Then the handler's subscription, which says that it wants this before it is numbered, is younger than either, and no part of the
  /// audience.
  static func lend(to borrower: Borrower, _ body: (borrowing EventDelivery) -> Void) {
    guard let frame = switchboard_innermost_dispatch()?.assumingMemoryBound(to: DispatchFrame.self),
      frame.pointee.limit >= borrower.number
    else { return }
    body(EventDelivery(frame: frame))
  }
}

/// Whom a delivery may be lent to.
final class Borrower: @unchecked Sendable {
  // Sound: written before the subscription is admitted to its level.

  /// Of the subscription; of its last part, if it has several.
  var number = UInt64.max
}

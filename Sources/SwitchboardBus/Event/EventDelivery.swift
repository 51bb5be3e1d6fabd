internal import CSwitchboardBroadcast

/// The delivery of one event, lent to a handler for as long as the handler runs. The handler cannot keep it.
public struct EventDelivery: ~Copyable {
  let frame: UnsafeMutablePointer<DispatchFrame>

  /// Ends the delivery. Handlers whose turn has not come do not receive the event, including handlers on parent buses.
  /// Handlers on a queue, in a task or on the main actor that have already been handed the event still run. Source:
  /// greenrobot cancelEventDelivery.
  public borrowing func cancel() { frame.pointee.isCancelled = true }

  /// Whether the delivery has been cancelled.
  public var isCancelled: Bool { frame.pointee.isCancelled }
}

/// The state that the handlers of one dispatch share. It is on the stack of the dispatch, and only the dispatching
/// thread uses it.
@usableFromInline
struct DispatchFrame {
  /// The highest number of a subscription in the audience. Later subscriptions have higher numbers and do not receive
  /// the event (promise R2).
  @usableFromInline var limit: UInt64
  /// The place of a sticky event in the order of the sticky events, or 0 for any other event.
  @usableFromInline var sequence: UInt64 = 0
  @usableFromInline var isCancelled = false
  /// Whether the event has reached a subscriber.
  @usableFromInline var isReached = false

  @usableFromInline init(limit: UInt64 = SubscriptionNumber.last) { self.limit = limit }

  /// Runs `body` with `frame` as the frame of the innermost dispatch of this thread.
  @usableFromInline
  static func enter(_ frame: UnsafeMutablePointer<DispatchFrame>, _ body: () -> Void) {
    let outer = switchboard_innermost_dispatch()
    switchboard_set_innermost_dispatch(frame)
    body()
    switchboard_set_innermost_dispatch(outer)
  }

  /// Lends the innermost dispatch to a handler.
  ///
  /// The fast path of a dispatch first checks that no subscription wants the delivery, and then makes no frame. If such
  /// a dispatch runs inside another dispatch, the innermost frame is that of the outer dispatch. A borrower that the
  /// inner dispatch reaches was counted after the check, and gets its number after it is counted. Its subscription is
  /// therefore younger than both dispatches and belongs to neither audience, so it is not called.
  static func lend(to borrower: Borrower, _ body: (borrowing EventDelivery) -> Void) {
    guard let frame = switchboard_innermost_dispatch()?.assumingMemoryBound(to: DispatchFrame.self),
      frame.pointee.limit >= borrower.number
    else { return }
    body(EventDelivery(frame: frame))
  }
}

/// The handler that a delivery may be lent to.
final class Borrower: @unchecked Sendable {
  // Sound: `number` is written before the subscription is admitted to its priority list.

  /// The number of the subscription, or of its last part if it has several parts.
  var number = UInt64.max
}

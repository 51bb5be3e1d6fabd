internal import CSwitchboardBroadcast
public import SwitchboardBroadcast

/// The delivery of one event, lent to a handler for as long as the handler runs. The handler cannot keep it.
@safe public struct EventDelivery: ~Copyable {
  // Sound: the frame outlives the handler, which cannot keep the delivery.
  let frame: UnsafeMutablePointer<DispatchFrame>

  /// Ends the delivery. Handlers whose turn has not come do not receive the event, including handlers on parent buses.
  /// Handlers on a queue, in a task or on the main actor that have already been handed the event still run.
  ///
  /// Source: greenrobot cancelEventDelivery.
  public borrowing func cancel() { unsafe frame.pointee.isCancelled = true }

  /// Whether the delivery has been cancelled.
  public var isCancelled: Bool { unsafe frame.pointee.isCancelled }
}

/// The handler that a delivery may be lent to.
@usableFromInline
final class Borrower: @unchecked Sendable {
  // Sound: `number` is written before the subscription is admitted to its priority list.

  /// The number of the subscription, or of its last part if it has several parts.
  var number = UInt64.max
}

extension DispatchFrame {
  /// Lends the innermost dispatch to a handler.
  ///
  /// The fast path of a dispatch first checks that no subscription wants the delivery, and then makes no frame. If such
  /// a dispatch runs inside another dispatch, the innermost frame is that of the outer dispatch. A borrower that the
  /// inner dispatch reaches was counted after the check, and gets its number after it is counted. Its subscription is
  /// therefore younger than both dispatches and belongs to neither audience, so it is not called.
  static func lend(to borrower: Borrower, _ body: (borrowing EventDelivery) -> Void) {
    guard let frame = unsafe switchboard_innermost_dispatch()?.assumingMemoryBound(to: DispatchFrame.self),
      unsafe frame.pointee.limit >= borrower.number
    else { return }
    unsafe body(EventDelivery(frame: frame))
  }
}

/// An error that a handler threw. See ``EventBus/failures``.
public struct EventFailure: Error {
  /// The error that the handler threw.
  public let error: any Error
  /// The event that the handler received.
  public let event: any Sendable
  /// The subscription of the handler. If one failure is enough, dispose the subscription.
  public let subscription: Subscription

  @usableFromInline
  init(_ error: any Error, of event: any Sendable, _ subscription: Subscription) {
    (self.error, self.event, self.subscription) = (error, event, subscription)
  }
}

/// The error that ``EventBus/deliver(_:policy:isolation:fileID:line:)`` throws: the errors of the handlers, in the
/// order of their turns.
public struct EventDeliveryError: Error {
  /// The failures, at least one.
  public let failures: [EventFailure]

  init(_ failures: [EventFailure]) { self.failures = failures }
}

/// The treatment of asynchronous handlers and of errors in one delivery.
///
/// Source: MediatR's notification publishers.
public enum EventDeliveryPolicy: Sendable {
  /// One handler after the other, each awaited before the next. The first error ends the delivery.
  case stopOnError
  /// One handler after the other, each awaited before the next. Errors are collected.
  case continueOnError
  /// Asynchronous handlers, started in order and awaited together. Errors are collected.
  case concurrent
}

public import SwitchboardBroadcast

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

/// The treatment of asynchronous handlers and of errors in one delivery. Source: MediatR's notification publishers.
public enum EventDeliveryPolicy: Sendable {
  /// One handler after the other, each awaited before the next. The first error ends the delivery.
  case stopOnError
  /// One handler after the other, each awaited before the next. Errors are collected.
  case continueOnError
  /// Asynchronous handlers, started in order and awaited together. Errors are collected.
  case concurrent
}

public import SwitchboardBroadcast

/// An error that a handler threw. See ``EventBus/failures``.
public struct EventFailure: Error {
  public let error: any Error
  /// The event that was being handled.
  public let event: any Sendable
  /// Whose handler it was: to be disposed, if one failure is enough.
  public let subscription: Subscription

  @usableFromInline
  init(_ error: any Error, of event: any Sendable, _ subscription: Subscription) {
    (self.error, self.event, self.subscription) = (error, event, subscription)
  }
}

/// What ``EventBus/deliver(_:policy:isolation:fileID:line:)`` throws: what handlers threw, in the order of their turns.
public struct EventDeliveryError: Error {
  /// At least one.
  public let failures: [EventFailure]

  init(_ failures: [EventFailure]) { self.failures = failures }
}

/// How an event is given to handlers of which some are asynchronous, or throw. Source: MediatR's notification publishers.
public enum EventDeliveryPolicy: Sendable {
  /// One after the other, each awaited before the next; the first error ends it.
  case stopOnError
  /// One after the other, each awaited before the next; errors are collected.
  case continueOnError
  /// Asynchronous handlers are started in order and awaited together; errors are collected.
  case concurrent
}

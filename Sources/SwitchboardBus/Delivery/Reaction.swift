import SwitchboardBroadcast
import Synchronization

/// The handling of events by a subscription, if it is more than a call that cannot fail.
@usableFromInline
class Reaction<Value: Sendable>: @unchecked Sendable {
  // Sound: the variables are written before other code can reach the subscription.
  final let core: BusCore
  final var once: OnceGuard?
  final weak var subscription: SubscriptionNode?

  init(_ core: BusCore) { self.core = core }

  /// Handles a dispatched event.
  func handle(_ value: Value) {}

  /// Returns what ``EventBus/deliver(_:policy:isolation:fileID:line:)`` does with an event.
  func step(_ value: Value) -> DeliveryStep.Action { .call {} }

  /// Releases the handler and the waiting events, because the subscription has ended.
  @usableFromInline func close() {}

  /// Returns whether the event may be handled. Returns false if the subscription has ended, or if it is for one event
  /// and has had its event.
  final func begins() -> Bool {
    guard let subscription, !subscription.isDisposed else { return false }
    return once?.passes() ?? true
  }

  final func failure(_ error: any Error, of event: Value) -> EventFailure {
    EventFailure(error, of: event, subscription.map { Subscription($0) } ?? .ended)
  }
}

/// A call that may throw.
final class Attempt<Value: Sendable>: Reaction<Value>, @unchecked Sendable {
  // Sound: the property is constant.
  private let body: @Sendable (Value) throws -> Void

  init(_ core: BusCore, _ body: @escaping @Sendable (Value) throws -> Void) {
    self.body = body
    super.init(core)
  }

  override func handle(_ value: Value) {
    if let failure = attempt(value) { core.failures.send(failure) }
  }

  override func step(_ value: Value) -> DeliveryStep.Action { .attempt { self.attempt(value) } }

  private func attempt(_ value: Value) -> EventFailure? {
    if let once, !once.passes() { return nil }
    do {
      try body(value)
      return nil
    } catch {
      return failure(error, of: value)
    }
  }
}

/// The result of one asynchronous handling of an event, which a delivery awaits. A future is used once. Releasing its
/// resolver without a result reports success.
final class HandlingFuture: Sendable {
  private struct State {
    var isDone = false
    var failure: EventFailure?
    var waiter: CheckedContinuation<EventFailure?, Never>?
  }
  private let state = Lock(State())

  func resolve(_ failure: EventFailure?) {
    let waiter = state.withLock { state -> CheckedContinuation<EventFailure?, Never>? in
      if state.isDone { return nil }
      state.isDone = true
      state.failure = failure
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: failure)
  }

  /// The failure, or nil after success. The caller may await the outcome only once.
  var outcome: EventFailure? {
    get async {
      await withCheckedContinuation { waiter in
        let (isDone, failure) = state.withLock { state -> (Bool, EventFailure?) in
          if !state.isDone { state.waiter = waiter }
          return (state.isDone, state.failure)
        }
        if isDone { waiter.resume(returning: failure) }
      }
    }
  }

  /// The side of the code that handles the event. A resolver reports the result to its future.
  final class Resolver: Sendable {
    private let future: HandlingFuture
    init(_ future: HandlingFuture) { self.future = future }
    deinit { future.resolve(nil) }
    func resolve(_ failure: EventFailure?) { future.resolve(failure) }
  }
}

internal import SwitchboardBroadcast
import Synchronization

/// The handling of events by a subscription, if it is more than a call that cannot fail.
@usableFromInline
class Reaction<Value: Sendable>: @unchecked Sendable {
  // Sound: the variables are written before other code can reach the subscription.
  final let core: BusCore
  final var once: OnceGuard?
  /// Looked at where an event is handled, because an owner may be deallocated while the event waits.
  final var condition: AudienceCondition?
  final weak var subscription: SubscriptionNode?

  init(_ core: BusCore) { self.core = core }

  /// Handles a dispatched event.
  func handle(_ value: Value) { fatalError("a subclass of Reaction must override `handle(_:)`") }

  /// Returns what ``EventBus/deliver(_:policy:isolation:fileID:line:)`` does with an event.
  func step(_ value: Value) -> DeliveryStep.Action { fatalError("a subclass of Reaction must override `step(_:)`") }

  /// The number of events that wait now, and the highest number so far.
  var depth: (now: Int, highest: Int) { (0, 0) }

  #if Inspector
    /// Lets inspectors see how many events wait for `subscription`. Called when the subscription has been announced.
    func count(for subscription: SubscriptionNode) {}
  #endif

  /// Releases the handler and the waiting events, because the subscription has ended. Does nothing unless a subclass
  /// keeps events.
  @usableFromInline func close() {}

  /// Returns whether the event may be handled. Returns false if the subscription has ended, if its owner is gone, or if
  /// it is for one event and has had its event.
  final func begins() -> Bool {
    guard let subscription, !subscription.isDisposed, condition?.isOwnerGone() != true else { return false }
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
    if let failure = attempt(value).failure { core.report(failure) }
  }

  override func step(_ value: Value) -> DeliveryStep.Action { .attempt { self.attempt(value) } }

  private func attempt(_ value: Value) -> HandlingOutcome {
    if let once, !once.passes() { return .abandoned }
    do {
      try body(value)
      return .handled
    } catch {
      return .failed(failure(error, of: value))
    }
  }
}

/// A guard that lets one event through and then ends the subscription.
final class OnceGuard: @unchecked Sendable {
  // Sound: `subscription` is written before other code can reach the subscription.
  private let isPassed = Atomic<Bool>(false)
  private weak var subscription: SubscriptionNode?

  func guards(_ subscription: SubscriptionNode) { self.subscription = subscription }

  func passes() -> Bool {
    if isPassed.exchange(true, ordering: .acquiringAndReleasing) { return false }
    subscription?.dispose()
    return true
  }
}

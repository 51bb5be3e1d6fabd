public import SwitchboardBroadcast
import Synchronization

/// The additional options of a subscription that needs more than a place and a handler.
@usableFromInline
struct Setup<Value: Sendable> {
  /// The borrower, if the handler wants to be lent the delivery.
  var borrower: Borrower?
  /// The reaction that is used instead of a plain handler.
  var reaction: Reaction<Value>?
  /// The subscription that the new subscription is a part of.
  var parent: Parent?
  /// A bag that ends the subscription, in addition to the bag of the selection.
  var owner: CompositeDisposable?

  @usableFromInline init() {}

  /// A subscription that consists of parts. It has been announced to traces, and it ends with its parts.
  struct Parent {
    let subscription: SubscriptionNode
    /// Adds a part, which ends with the parent and counts under the parent's source line.
    let add: (SubscriptionNode) -> Void
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

extension EventSelection {
  /// Subscribes with any combination of options.
  @usableFromInline @discardableResult
  func subscribe(
    _ fileID: StaticString, _ line: UInt32, _ given: Setup<Value> = Setup(),
    handling body: (@Sendable (Value) -> Void)? = nil
  ) -> Subscription {
    if isOver { return .ended }
    var setup = given
    let once = isOnce ? OnceGuard() : nil
    var handler = body
    if let body {
      if let scheduler {
        setup.reaction = SchedulerEventQueue(core, scheduler.worker, body)
      } else if let once {
        handler = { event in if once.passes() { body(event) } }
      }
    }
    if let reaction = setup.reaction {
      reaction.once = once
      handler = { event in reaction.handle(event) }
    }
    guard let handler else { return .ended }
    guard !isSupertype, subtypes.count > 1 || setup.parent != nil else {
      guard let (part, list) = makePart(isSupertype ? nil : subtypes.first, setup, handler) else { return .ended }
      once?.guards(part)
      setup.reaction?.subscription = part
      list.broadcaster.announce(part, fileID: fileID, line: line)
      bag?.add(part)
      setup.owner?.add(part)
      list.broadcaster.admit(part)
      if isSticky { core.replay(to: [part], handler) }
      return Subscription(part)
    }
    return subscribeParts(setup, once, fileID, line, handler)
  }

  /// Makes one subscription with several places, or with a place that is part of another subscription.
  private func subscribeParts(
    _ setup: Setup<Value>, _ once: OnceGuard?, _ fileID: StaticString, _ line: UInt32,
    _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    var setup = setup
    if setup.parent == nil {
      let composed = ComposedSubscription()
      BusProbe.subscribed(composed, name: core.name, fileID: fileID, line: line)
      setup.parent = .init(subscription: composed) { part in composed.add(part) }
    }
    guard let parent = setup.parent else { return .ended }
    once?.guards(parent.subscription)
    setup.reaction?.subscription = parent.subscription
    bag?.add(parent.subscription)
    setup.owner?.add(parent.subscription)
    var parts: [(part: BusSubscriber<Value>, list: PriorityList<Value>)] = []
    for subtype in subtypes.isEmpty ? [nil] : subtypes.map(Optional.some) where !parent.subscription.isDisposed {
      guard let (part, list) = makePart(subtype, setup, handler) else { break }
      part.parent = parent.subscription
      BusProbe.adopted(part, by: parent.subscription)
      list.broadcaster.announce(part, fileID: fileID, line: line)
      parent.add(part)
      parts.append((part, list))
    }
    for (part, list) in parts { list.broadcaster.admit(part) }
    // No part was made, because the bus is closed.
    if parts.isEmpty { parent.subscription.dispose() }
    if isSticky { core.replay(to: parts.map(\.part), handler) }
    return Subscription(parent.subscription)
  }

  private func makePart(
    _ subtype: String?, _ setup: Setup<Value>, _ handler: @escaping @Sendable (Value) -> Void
  ) -> (part: BusSubscriber<Value>, list: PriorityList<Value>)? {
    let pinned =
      isSupertype
      ? core.pinSupertype(Value.self, priority)
      : core.pin(Value.self, subtype, priority, isBorrower: setup.borrower != nil)
    guard let (place, list) = pinned else { return nil }
    let part = BusSubscriber(list, place, number: SubscriptionNumber.next(), isReplaying: isSticky, handler)
    setup.borrower?.number = part.number
    part.reaction = setup.reaction
    if isSupertype, !subtypes.isEmpty { part.wanted = subtypes }
    return (part, list)
  }
}

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
  var whole: Whole?
  /// A bag that ends the subscription, in addition to the bag of the selection.
  var owner: CompositeDisposable?

  @usableFromInline init() {}

  /// A subscription that consists of parts. It has been announced to traces, and it ends with its parts.
  struct Whole {
    let subscription: SubscriptionNode
    /// Adds a part, which ends with the whole subscription and counts under its source line.
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
        setup.reaction = QueueMailbox(core, scheduler.worker, body)
      } else if let once {
        handler = { event in if once.passes() { body(event) } }
      }
    }
    if let reaction = setup.reaction {
      reaction.once = once
      handler = { event in reaction.handle(event) }
    }
    guard let handler else { return .ended }
    guard !isWide, subtypes.count > 1 || setup.whole != nil else {
      guard let (part, level) = makePart(isWide ? nil : subtypes.first, setup, handler) else { return .ended }
      once?.guards(part)
      setup.reaction?.subscription = part
      level.broadcaster.announce(part, fileID: fileID, line: line)
      bag?.add(part)
      setup.owner?.add(part)
      level.broadcaster.admit(part)
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
    if setup.whole == nil {
      let composed = ComposedSubscription()
      BusProbe.subscribed(composed, name: core.name, fileID: fileID, line: line)
      setup.whole = .init(subscription: composed) { part in composed.add(part) }
    }
    guard let whole = setup.whole else { return .ended }
    once?.guards(whole.subscription)
    setup.reaction?.subscription = whole.subscription
    bag?.add(whole.subscription)
    setup.owner?.add(whole.subscription)
    var parts: [(part: BusSubscriber<Value>, level: Level<Value>)] = []
    for subtype in subtypes.isEmpty ? [nil] : subtypes.map(Optional.some) where !whole.subscription.isDisposed {
      guard let (part, level) = makePart(subtype, setup, handler) else { break }
      part.whole = whole.subscription
      BusProbe.adopted(part, by: whole.subscription)
      level.broadcaster.announce(part, fileID: fileID, line: line)
      whole.add(part)
      parts.append((part, level))
    }
    for (part, level) in parts { level.broadcaster.admit(part) }
    // No part was made, because the bus is closed.
    if parts.isEmpty { whole.subscription.dispose() }
    if isSticky { core.replay(to: parts.map(\.part), handler) }
    return Subscription(whole.subscription)
  }

  private func makePart(
    _ subtype: String?, _ setup: Setup<Value>, _ handler: @escaping @Sendable (Value) -> Void
  ) -> (part: BusSubscriber<Value>, level: Level<Value>)? {
    let pinned =
      isWide
      ? core.pinWide(Value.self, level) : core.pin(Value.self, subtype, level, isBorrower: setup.borrower != nil)
    guard let (place, level) = pinned else { return nil }
    let part = BusSubscriber(level, place, number: SubscriptionNumber.next(), isReplaying: isSticky, handler)
    setup.borrower?.number = part.number
    part.reaction = setup.reaction
    if isWide, !subtypes.isEmpty { part.wanted = subtypes }
    return (part, level)
  }
}

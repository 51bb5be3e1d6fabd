internal import CSwitchboardBroadcast
public import SwitchboardBroadcast
internal import SwitchboardSignals
public import Synchronization

/// The priority lists that one event reaches on one bus. The lists have their turns by priority. Within one priority,
/// the list of the subtype comes first, then the list of the type, then the lists of supertypes.
@usableFromInline
package struct Audience<E: Event> {
  @usableFromInline package let subtype: PriorityLists?
  @usableFromInline let type: PriorityLists?
  @usableFromInline package let supertypes: [PriorityLists]

  @inlinable
  init(_ subtype: PriorityLists?, _ type: PriorityLists?, _ supertypes: [PriorityLists]) {
    (self.subtype, self.type, self.supertypes) = (subtype, type, supertypes)
  }

  @inlinable var isEmpty: Bool { subtype == nil && type == nil && supertypes.isEmpty }

  /// Gives each list its turn: calls `own` with the lists of the event's type and subtype, and `supertype` with those
  /// of supertypes. Goes on to a lower priority while `isWanted` returns true.
  @inlinable @inline(__always)
  func forEach(
    while isWanted: () -> Bool, own: (PriorityList<E>) -> Void, supertype: (AnyPriorityList) -> Void
  ) {
    var last: Int?
    while isWanted(), let priority = highest(below: last) {
      if let list = subtype?.list(at: priority) { own(Self.own(list)) }
      if let list = type?.list(at: priority) { own(Self.own(list)) }
      for other in supertypes { if let list = other.list(at: priority) { supertype(list) } }
      last = priority
    }
  }

  /// Returns the highest priority that is lower than `limit`, or the highest priority of all if `limit` is nil.
  @inlinable @inline(__always)
  func highest(below limit: Int?) -> Int? {
    var highest = Self.higher(subtype?.highest(below: limit), type?.highest(below: limit))
    for other in supertypes { highest = Self.higher(highest, other.highest(below: limit)) }
    return highest
  }

  /// Returns the higher of two priorities. Nil is lower than every priority.
  @inlinable @inline(__always)
  static func higher(_ one: Int?, _ other: Int?) -> Int? {
    guard let one else { return other }
    guard let other else { return one }
    return max(one, other)
  }

  /// Sound: the topics of `E` and of its subtypes have only lists of this class.
  @inlinable @inline(__always)
  static func own(_ list: AnyPriorityList) -> PriorityList<E> { unsafe unsafeDowncast(list, to: PriorityList<E>.self) }
}

/// The priority lists of one topic at one moment, highest priority first.
@usableFromInline
@safe package final class PriorityLists: Sendable {
  @usableFromInline let all: [AnyPriorityList]
  /// The list if there is only one. The list is not retained, because ``all`` keeps the list alive.
  @usableFromInline let only: Unmanaged<AnyPriorityList>?

  @inlinable
  init(_ all: [AnyPriorityList]) {
    self.all = all
    unsafe only = unsafe all.count == 1 ? Unmanaged.passUnretained(all[0]) : nil
  }

  // Explicit loops, because the methods of `Sequence` are not specialised for clients.
  @inlinable @inline(__always)
  func list(at priority: Int) -> AnyPriorityList? {
    var index = 0
    while index < all.count {
      if all[index].priority == priority { return all[index] }
      index += 1
    }
    return nil
  }

  /// Returns the highest priority that is lower than `limit`, or the highest priority of all if `limit` is nil.
  @inlinable @inline(__always)
  func highest(below limit: Int?) -> Int? {
    guard let limit else { return all.isEmpty ? nil : all[0].priority }
    var index = 0
    while index < all.count {
      if all[index].priority < limit { return all[index].priority }
      index += 1
    }
    return nil
  }
}

/// The subscribers of one topic at one priority, independent of the type of their events.
@usableFromInline
class AnyPriorityList: @unchecked Sendable {
  // Sound: `priority` is constant. `pins` is touched only under the lock that guards the topic.
  @usableFromInline final let priority: Int
  @safe @exclusivity(unchecked) @usableFromInline final var pins = 1

  @inlinable init(_ priority: Int) { self.priority = priority }

  /// Adds the subscriptions of this list, and the events that wait for them.
  ///
  /// - Parameter queues: The queues of subscriptions with several places that have been counted.
  func count(into census: inout BusCensus, _ queues: inout Set<ObjectIdentifier>) {
    fatalError("a subclass of AnyPriorityList must override `count(into:_:)`")
  }

  // The members below are for the list of a supertype, which takes events of several types.

  /// Returns whether an event belongs to this list. Runs no user code.
  func takes(_ event: any Event) -> Bool { fatalError("a subclass of AnyPriorityList must override `takes(_:)`") }

  /// Delivers an event that this list takes.
  @usableFromInline
  func deliverCasting(
    _ event: any Event, _ frame: UnsafeMutablePointer<DispatchFrame>, fileID: StaticString, line: UInt32
  ) {
    fatalError("a subclass of AnyPriorityList must override `deliverCasting(_:_:fileID:line:)`")
  }

  /// Adds the delivery steps for an event that this list takes.
  func collectCasting(_ event: any Event, _ steps: inout DeliverySteps) {
    fatalError("a subclass of AnyPriorityList must override `collectCasting(_:_:)`")
  }
}

/// The subscribers of one topic at one priority. They receive events in the order in which they subscribed.
@usableFromInline
final class PriorityList<Value: Sendable>: AnyPriorityList, @unchecked Sendable {
  // Sound: the broadcaster is thread-safe.
  @usableFromInline let broadcaster: Broadcaster<Value>

  @inlinable
  override init(_ priority: Int) {
    broadcaster = Broadcaster(.concurrent)
    super.init(priority)
  }

  /// Delivers to the subscribers that belong to the audience.
  @inlinable
  func deliver(
    _ event: Value, _ frame: UnsafeMutablePointer<DispatchFrame>, fileID: StaticString, line: UInt32
  ) {
    broadcaster.dispatch(
      event,
      // Sound: a bus admits only subscribers of this class.
      to: { unsafe unsafeDowncast($0, to: BusSubscriber<Value>.self).isReached(by: event, frame) }, fileID: fileID,
      line: line)
  }

  /// Adds the delivery steps of the subscribers that belong to the audience.
  func collect(_ event: Value, _ steps: inout DeliverySteps) {
    broadcaster.visit { node in
      let subscriber = unsafe unsafeDowncast(node, to: BusSubscriber<Value>.self)
      if !subscriber.isDisposed, subscriber.number <= steps.limit, subscriber.meetsCondition(event) {
        subscriber.step(event, &steps)
      }
    }
  }

  override func count(into census: inout BusCensus, _ queues: inout Set<ObjectIdentifier>) {
    let places = broadcaster.census
    census.subscriptions += places.count
    census.subscriptionCapacity += places.capacity
    broadcaster.visit { node in
      let subscriber = unsafe unsafeDowncast(node, to: BusSubscriber<Value>.self)
      guard let reaction = subscriber.reaction else { return }
      if subscriber.parent != nil, !queues.insert(ObjectIdentifier(reaction)).inserted { return }
      let (waiting, highest) = reaction.depth
      census.waiting += waiting
      census.mostWaiting = max(census.mostWaiting, highest)
    }
  }

  override func takes(_ event: any Event) -> Bool { event is Value }

  @usableFromInline
  override func deliverCasting(
    _ event: any Event, _ frame: UnsafeMutablePointer<DispatchFrame>, fileID: StaticString, line: UInt32
  ) {
    if let value = event as? Value { unsafe deliver(value, frame, fileID: fileID, line: line) }
  }

  override func collectCasting(_ event: any Event, _ steps: inout DeliverySteps) {
    if let value = event as? Value { collect(value, &steps) }
  }
}

extension BusSubscriber {
  /// Returns whether this subscription belongs to the audience and the delivery has not been cancelled. Returns false
  /// for sticky events that this subscription gets by replay.
  @inlinable @inline(__always)
  func isReached(by event: Value, _ frame: UnsafeMutablePointer<DispatchFrame>) -> Bool {
    guard unsafe number <= frame.pointee.limit, unsafe !frame.pointee.isCancelled else { return false }
    if condition != nil, !meetsCondition(event) { return false }
    unsafe frame.pointee.isReached = true
    let sequence = unsafe frame.pointee.sequence
    return sequence == 0 || sequence > replayed.load(ordering: .acquiring)
  }

  /// Returns whether `event` has a subtype that this subscription wants, and its owners live. If an owner is gone, ends
  /// the subscription.
  @usableFromInline
  func meetsCondition(_ event: Value) -> Bool {
    guard let condition else { return true }
    if let subtypes = condition.subtypes {
      guard let subtype = (event as? any Event)?.subtype, subtypes.contains(subtype) else { return false }
    }
    return !condition.isOwnerGone()
  }
}

/// What decides, beside the type of an event, whether the event reaches a subscription.
@usableFromInline
final class AudienceCondition: Sendable {
  /// For a subscription to a supertype: the subtypes that it wants, or nil for all.
  let subtypes: [String]?
  /// The owners of the subscription that do not announce their deallocation.
  private let owners: [SweptOwner]

  init(subtypes: [String]?, owners: [SweptOwner]) { (self.subtypes, self.owners) = (subtypes, owners) }

  /// Returns whether an owner has been deallocated. If so, ends the subscription.
  func isOwnerGone() -> Bool { owners.contains { $0.isGone() } }
}

/// The state that the handlers of one dispatch share. It is on the stack of the dispatch, and only the dispatching
/// thread uses it.
@usableFromInline
package struct DispatchFrame {
  /// The highest number of a subscription in the audience. Later subscriptions have higher numbers and do not receive
  /// the event (promise R2).
  @usableFromInline var limit: UInt64
  /// The place of a sticky event in the order of the sticky events, or 0 for any other event.
  @usableFromInline var sequence: UInt64 = 0
  @usableFromInline package var isCancelled = false
  /// Whether the event has reached a subscriber.
  @usableFromInline var isReached = false

  @usableFromInline package init(limit: UInt64 = SubscriptionNumber.last) { self.limit = limit }

  /// Runs `body` with `frame` as the frame of the innermost dispatch of this thread.
  @usableFromInline
  package static func enter(_ frame: UnsafeMutablePointer<DispatchFrame>, _ body: () -> Void) {
    let outer = unsafe switchboard_innermost_dispatch()
    unsafe switchboard_set_innermost_dispatch(frame)
    body()
    unsafe switchboard_set_innermost_dispatch(outer)
  }
}

internal import SwitchboardBroadcast
public import SwitchboardSignals

/// A bus that delivers typed events to the subscribers of their type.
///
/// ```swift
/// struct Login: Event { var user: String; var subtype: String? { user } }
///
/// let bus = EventBus(name: "checkout", parent: .shared)     // or EventBus.shared, one per process
/// bus.subscribe(Login.self, owner: window) { window, event in window.greet(event.user) }
/// bus.on(Login.self).subtype("ann").priority(10).queue(q).next { event in }
/// bus.dispatch(Login(user: "ann"))
/// ```
///
/// - **Delivery.** `dispatch` calls each handler on the dispatching thread, and returns after the last handler. A
///   dispatch made by a handler finishes inside that handler. Several threads may dispatch at the same time (promise
///   R7). The audience is fixed when the dispatch begins (promise R2). Handlers that asked for a queue, an actor or a
///   task are handed the event, and the dispatch does not wait for them.
/// - **Order.** Higher priorities come first. Within one priority, subscribers of the event's subtype come first, then
///   subscribers of its type, then subscribers of supertypes. Subscribers of the same subtype, type or supertype come
///   in the order in which they subscribed (promise R1). The order is the same in every run.
/// - **Life.** A subscription lasts until it is disposed, its owner is deallocated, or the bus is deallocated. The bus
///   keeps nothing of a type without a subscriber or a sticky event (promise R10). Subscriptions and signals do not
///   keep the bus alive. A bus keeps its parent alive.
/// - **Threads.** Every member may be called from any thread, also from a handler or from a deinit that the bus causes.
///   No lock is held while such code runs (promise R4).
///
/// | operation | cost |
/// |---|---|
/// | dispatch | O(handlers); one short lock, shared only with the types of the same shard; no allocation |
/// | a subtype, a supertype or a second priority | one more look-up in a dispatch |
/// | subscribe, dispose | O(1) amortised, O(different priorities of the type); about 200 bytes |
/// | first subscriber of a type | makes the topic of the type, about 500 bytes |
///
/// Source: QTEventBus; greenrobot's EventBus for sticky events, priorities, cancellation, and dead events.
public final class EventBus: Sendable {
  @usableFromInline package let core: BusCore
  /// The bus that receives events after this bus, if they are dispatched with ``EventReach/chain`` or
  /// ``EventReach/nearest``. A bus keeps its parent alive. The parent is chosen when the bus is made, so buses never
  /// form a cycle.
  public let parent: EventBus?

  /// The bus that all modules of a process share.
  public static let shared = EventBus(
    name: "shared bus", parent: nil, shards: 64, fileID: "EventBus.shared", line: 0)

  /// The name of the bus in traces and leak reports.
  public var name: String? { core.name }

  /// Creates a bus without subscriptions, which takes about 2 kilobytes.
  public convenience init(
    name: String? = nil, parent: EventBus? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    self.init(name: name, parent: parent, shards: 16, fileID: fileID, line: line)
  }

  /// - Parameter shards: The number of threads that can look up different types at the same time; a power of two, at
  ///   most 256.
  init(name: String?, parent: EventBus?, shards: Int, fileID: StaticString = #fileID, line: UInt32 = #line) {
    self.parent = parent
    core = BusCore(name: name, shards: shards, fileID: fileID, line: line)
  }

  deinit { core.close() }

  /// A signal of the errors that handlers of ``EventSelection/tryNext(fileID:line:_:)`` and
  /// ``EventSelection/task(fileID:line:_:)`` threw for dispatched events. Errors for events delivered with
  /// ``deliver(_:policy:isolation:fileID:line:)`` do not go here, because that call throws them. An error reaches
  /// neither another handler nor the dispatching code. Without subscribers, the failure is discarded.
  public var failures: Signal<EventFailure, Never> { core.failures.signal }

  /// The numbers of topics, subscriptions, sticky events and waiting events on the bus. Reading the census first ends
  /// the subscriptions of deallocated owners. O(types + subscriptions).
  public var census: BusCensus { core.census() }
}

/// The buses that an event is dispatched on.
public enum EventReach: Sendable {
  /// The bus on which `dispatch` is called.
  case bus
  /// The bus, then its parent, and so on up the chain. Each bus has its own order of priorities.
  case chain
  /// The buses of ``chain`` up to the first bus that has a subscriber for the event.
  ///
  /// Source: QTEventBus's responder chain.
  case nearest
}

/// The numbers of topics, subscriptions, sticky events and waiting events on a bus. See ``EventBus/census``.
public struct BusCensus: Equatable, Sendable {
  /// The number of types, subtypes and supertypes with a subscription. A subtype counts, and so does its type.
  public internal(set) var topics = 0
  /// The number of topics for which memory is allocated. A bus shrinks, so this is at most 4 × ``topics`` + 16
  /// (promise R10).
  public internal(set) var capacity = 0
  /// The number of live subscriptions. A subscription with several subtypes counts once for each subtype.
  public internal(set) var subscriptions = 0
  /// The number of subscriptions for which memory is allocated.
  public internal(set) var subscriptionCapacity = 0
  /// The number of sticky events.
  public internal(set) var sticky = 0
  /// The number of sticky events for which memory is allocated.
  public internal(set) var stickyCapacity = 0
  /// The number of events that now wait for handlers on queues, schedulers and actors and in tasks.
  public internal(set) var waiting = 0
  /// The highest number of events that have waited together for one of the live subscriptions.
  public internal(set) var mostWaiting = 0
  /// The number of events that were dropped because the queue of their subscription was full. See
  /// ``EventSelection/limit(_:whenFull:)``.
  public internal(set) var dropped = 0

  package init() {}
}

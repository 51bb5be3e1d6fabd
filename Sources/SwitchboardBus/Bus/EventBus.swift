import SwitchboardBroadcast
public import SwitchboardSignals

/// Delivers typed events to whoever has subscribed to their type.
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
/// - **Delivery.** `dispatch` calls each handler on the thread that dispatches, and returns after the last; a dispatch made by a handler
///   finishes inside it; several threads may dispatch at once (R7). Its audience is fixed when it begins (R2). Handlers for which a queue, an
///   actor or a task was asked for are handed the event, and the dispatch does not wait for them.
/// - **Order.** Higher priority first; of the same priority, subscribers of the event's subtype, then those of its type, then those of supertypes; among
///   them, in the order in which they subscribed (R1). The same in every run.
/// - **Life.** Subscriptions last until they are disposed, their owner is gone, or the bus is. Nothing of a type is left when nobody is
///   subscribed to it (R10). Subscriptions and signals do not keep the bus; a bus keeps its parent.
/// - **Threads.** Every member may be called from any thread, also from inside a handler or a deinit that the bus causes. No lock is held while
///   such code runs (R4).
///
/// | operation | cost |
/// |---|---|
/// | dispatch | O(handlers); one short lock, shared with none but the types of the same shard; no allocation. A subtype, a supertype, a second priority: one look-up more each |
/// | subscribe, dispose | O(1) amortised, O(different priorities of the type); about 200 bytes; the first of a type makes its channel, about 500 |
///
/// Source: QTEventBus; greenrobot's EventBus for sticky events, priorities, cancellation, and dead events.
public final class EventBus: Sendable {
  @usableFromInline let core: BusCore
  /// Where events go that are dispatched with ``EventReach/chain`` or ``EventReach/nearest``, after this bus. A bus keeps its parent, which is chosen when
  /// it is made: so there are no circles.
  public let parent: EventBus?

  /// The one bus of a process.
  public static let shared = EventBus(name: "shared bus", parent: nil, shards: 64)

  /// What traces and leak reports call it.
  public var name: String? { core.name }

  /// A bus without subscriptions. About 2 kilobytes.
  public convenience init(
    name: String? = nil, parent: EventBus? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    self.init(name: name, parent: parent, shards: 16, fileID: fileID, line: line)
  }

  /// - Parameter shards: How many threads can look up different types at once; a power of two, at most 256.
  init(name: String?, parent: EventBus?, shards: Int, fileID: StaticString = #fileID, line: UInt32 = #line) {
    self.parent = parent
    core = BusCore(name: name, shards: shards, fileID: fileID, line: line)
  }

  deinit { core.close() }

  /// What handlers threw that nobody awaits: those of ``EventSelection/tryNext(fileID:line:_:)`` and ``EventSelection/task(fileID:line:_:)``, when the event was
  /// dispatched, not delivered with ``deliver(_:policy:isolation:fileID:line:)``. Other handlers do not notice, nor does who dispatched. Nobody subscribed: it is
  /// lost.
  public var failures: Signal<EventFailure, Never> { core.failures.signal }

  /// What the bus holds. Ends the subscriptions of owners that are gone first. O(types).
  public var census: BusCensus { core.census() }
}

/// How far an event goes.
public enum EventReach: Sendable {
  /// The bus that it is dispatched on.
  case bus
  /// That one, then its parent, and so on: each with its own order of priorities.
  case chain
  /// The first of these on which somebody is there for it. Source: QTEventBus's responder chain.
  case nearest
}

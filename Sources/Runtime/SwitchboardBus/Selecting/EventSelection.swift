public import Dispatch
public import SwitchboardBroadcast
public import SwitchboardSignals

/// The options of a subscription: which events it receives, where they are handled, and how long it lasts.
/// ``EventBus/on(_:)`` begins a selection, and a call such as `next(fileID:line:_:)` subscribes.
///
/// ```swift
/// bus.on(Login.self).subtype("ann").queue(q).priority(10).bound(to: lifetime).next { event in }
/// ```
/// Each step is optional and returns another selection. Only the last step subscribes, so a selection can be kept and
/// used again. A selection does not keep the bus alive. Source: QTEventBus's maker.
public struct EventSelection<Value: Sendable>: Sendable {
  @usableFromInline let core: BusCore
  /// Whether `Value` is a supertype of the events.
  @usableFromInline let isSupertype: Bool
  @usableFromInline var subtypes: [String] = []
  @usableFromInline var priority = 0
  @usableFromInline var isOnce = false
  @usableFromInline var isSticky = false
  @usableFromInline var scheduler: Scheduler?
  var executor: (any TaskExecutor)?
  var waitingLimit: EventLimit?
  @usableFromInline var bag: CompositeDisposable?
  /// The owner that the subscription is bound to, if the owner does not announce its deallocation.
  @usableFromInline var owner: SweptOwner?
  /// Whether the owner that the subscription is bound to was already being deallocated.
  @usableFromInline var isOver = false

  @usableFromInline
  init(_ core: BusCore, isSupertype: Bool) { (self.core, self.isSupertype) = (core, isSupertype) }

  /// Whether the subscription needs more than a place and a handler.
  @inlinable var isElaborate: Bool {
    isSupertype || isOnce || isSticky || isOver || owner != nil || scheduler != nil || subtypes.count > 1
  }
}

extension EventSelection {
  /// Selects only events of this subtype. With several subtypes, selects events of any of them. All subtypes make one
  /// subscription, which receives an event once.
  ///
  /// - Parameter subtype: A subtype, as the events name it.
  public func subtype(_ subtype: String) -> EventSelection {
    if subtypes.contains(subtype) { return self }
    return with { $0.subtypes.append(subtype) }
  }

  /// Selects events of any of several subtypes. See ``subtype(_:)``.
  ///
  /// - Parameter subtypes: Subtypes, as the events name them. Without any, nothing changes.
  public func subtypes(_ subtypes: String...) -> EventSelection {
    subtypes.reduce(self) { $0.subtype($1) }
  }

  /// Handles events on `queue`, one at a time, in order, and never inside the dispatch, not even on the main queue. The
  /// last call of ``queue(_:)`` or ``scheduler(_:)`` counts.
  ///
  /// - Parameter queue: Where the handler runs. It may be serial or concurrent.
  public func queue(_ queue: DispatchQueue) -> EventSelection { scheduler(.handing(to: queue)) }

  /// Handles events on `queue` like ``queue(_:)``, and lets at most `limit` events wait: `queue(queue).limit(limit,
  /// whenFull: whenFull)`. See ``limit(_:whenFull:)``.
  ///
  /// - Parameters:
  ///   - limit: How many events may wait.
  ///   - whenFull: Which event is dropped when one more comes.
  public func queue(_ queue: DispatchQueue, limit: Int, whenFull: EventOverflow) -> EventSelection {
    self.queue(queue).limit(limit, whenFull: whenFull)
  }

  /// Handles events on `scheduler`, one at a time, in order. On ``Scheduler/immediate`` handlers run inside the
  /// dispatch, so overlapping dispatches overlap. On ``Scheduler/main`` a handler runs inside a dispatch on the main
  /// queue if no earlier event waits. If the scheduler is deallocated and drops its work, the subscription ends.
  ///
  /// - Parameter scheduler: Where the handler runs.
  public func scheduler(_ scheduler: Scheduler) -> EventSelection { with { $0.scheduler = scheduler } }

  /// Lets at most `count` events wait for a handler on a queue, on a scheduler, on an actor or in a task. The event
  /// that is being handled does not wait. Without this step the number of waiting events has no limit. Handlers inside
  /// the dispatch are not affected, because no event waits for them.
  ///
  /// A dropped event does not reach the handler, and is released before the dispatch returns. The dispatch returns the
  /// same result. An awaited delivery throws ``EventDropped``, as an error of the handler. ``EventBus/census`` counts
  /// the dropped and the waiting events.
  ///
  /// Cost: O(1) per event; memory for at most `count` events.
  ///
  /// - Parameters:
  ///   - count: How many events may wait.
  ///   - whenFull: Which event is dropped when one more comes.
  /// - Precondition: `count` is positive.
  public func limit(_ count: Int, whenFull: EventOverflow) -> EventSelection {
    require(count > 0, "no event could wait with a limit of \(count); use 1 or more")
    return with { $0.waitingLimit = EventLimit(count: count, whenFull: whenFull) }
  }

  /// Runs the task of ``task(fileID:line:_:)`` on `executor`, also if the selection has a queue or a scheduler.
  ///
  /// - Parameter executor: Where the task runs, for example on threads of its own.
  public func executor(_ executor: any TaskExecutor) -> EventSelection { with { $0.executor = executor } }

  /// Sets the priority, which is 0 by default. Subscribers of higher priorities receive an event first.
  ///
  /// - Parameter priority: Any number; also a negative one, for subscribers that come after the others.
  public func priority(_ priority: Int) -> EventSelection { with { $0.priority = priority } }

  /// Ends the subscription with the first event that is handled.
  public func once() -> EventSelection { with { $0.isOnce = true } }

  /// Begins with the sticky events that the bus keeps, in the order of their dispatch. The bus keeps the last sticky
  /// event of each type and subtype. The replay runs on the subscribing thread, before the subscription is returned. No
  /// event is missed or received twice (promise R8).
  public func sticky() -> EventSelection { with { $0.isSticky = true } }

  /// Ends the subscription with `lifetime`. The last call of `bound(to:)` counts.
  ///
  /// - Parameter lifetime: Its end ends the subscription.
  public func bound(to lifetime: Lifetime) -> EventSelection { bound(to: lifetime.members) }

  /// Ends the subscription with `bag`, or immediately if `bag` has already been disposed.
  ///
  /// - Parameter bag: Its disposal ends the subscription.
  public func bound(to bag: CompositeDisposable) -> EventSelection { with { $0.bind(to: bag, owner: nil) } }

  /// Ends the subscription with `owner`. The selection does not keep `owner` alive, but a handler that captures `owner`
  /// does. ``EventBus/subscribe(_:subtype:priority:owner:fileID:line:_:)`` passes the owner to the handler, so the
  /// handler need not capture it.
  ///
  /// If `owner` has a `Lifetime`, the subscription ends before the last release of `owner` returns. For any other
  /// owner, the subscription ends at the next event after the owner's deallocation, at the bus's next
  /// ``EventBus/census``, or when enough later owners of this kind have been added (promise R10). That event does not
  /// reach the handler, even if it was already waiting for a queue or a task. If `owner` is already being deallocated,
  /// the subscription has ended when it is returned.
  ///
  /// Cost: O(1). An owner without a `Lifetime` costs about 20 ns more per event.
  ///
  /// - Parameter owner: Its deallocation ends the subscription.
  public func bound(to owner: any AnyObject & Sendable) -> EventSelection {
    let bond = core.swept.bond(to: owner)
    return with {
      $0.bind(to: bond?.bag, owner: bond?.owner)
      $0.isOver = bond == nil
    }
  }

  private mutating func bind(to bag: CompositeDisposable?, owner: SweptOwner?) {
    (self.bag, self.owner, isOver) = (bag, owner, false)
  }

  func with(_ change: (inout EventSelection) -> Void) -> EventSelection {
    var changed = self
    change(&changed)
    return changed
  }
}

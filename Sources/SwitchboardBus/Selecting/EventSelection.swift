public import Dispatch
public import SwitchboardBroadcast
public import SwitchboardSignals

/// Which events a subscription is for, where they are handled, and how long it lasts: the chain between ``EventBus/on(_:)`` and a handler.
///
/// ```swift
/// bus.on(Login.self).subtype("ann").queue(q).priority(10).bound(to: lifetime).next { event in }
/// ```
/// Each step is optional and gives another selection; nothing is subscribed before the last one, and a selection can be kept and used again.
/// It does not keep the bus. Source: QTEventBus's maker.
public struct EventSelection<Value: Sendable>: Sendable {
  @usableFromInline let core: BusCore
  /// Whether `Value` is a supertype of the events.
  @usableFromInline let isWide: Bool
  @usableFromInline var subtypes: [String] = []
  @usableFromInline var level = 0
  @usableFromInline var isOnce = false
  @usableFromInline var isSticky = false
  @usableFromInline var scheduler: Scheduler?
  var executor: (any TaskExecutor)?
  @usableFromInline var bag: CompositeDisposable?
  /// What it was to be bound to is gone.
  @usableFromInline var isOver = false

  @usableFromInline
  init(_ core: BusCore, isWide: Bool) { (self.core, self.isWide) = (core, isWide) }

  /// Whether it takes more than a place and a handler.
  @inlinable var isElaborate: Bool {
    isWide || isOnce || isSticky || isOver || scheduler != nil || subtypes.count > 1
  }
}

extension EventSelection {
  /// Only events of this subtype. Of several, events of any of them: they make one subscription, which gets an event once.
  public func subtype(_ subtype: String) -> EventSelection {
    if subtypes.contains(subtype) { return self }
    return with { $0.subtypes.append(subtype) }
  }

  /// The same for several at once.
  public func subtypes(_ subtypes: String...) -> EventSelection {
    subtypes.reduce(self) { $0.subtype($1) }
  }

  /// Handles events on `queue`, one at a time, in order; never inside the dispatch. The last of queue and scheduler counts.
  public func queue(_ queue: DispatchQueue) -> EventSelection { scheduler(.handing(to: queue)) }

  /// Handles events on `scheduler`, one at a time, in order. If the scheduler goes and takes its work with it, the subscription ends.
  public func scheduler(_ scheduler: Scheduler) -> EventSelection { with { $0.scheduler = scheduler } }

  /// Runs the task of ``task(fileID:line:_:)`` on `executor`.
  public func executor(_ executor: any TaskExecutor) -> EventSelection { with { $0.executor = executor } }

  /// Before subscribers of a lower priority; 0 unless said otherwise.
  public func priority(_ priority: Int) -> EventSelection { with { $0.level = priority } }

  /// Ends with the first event that is handled.
  public func once() -> EventSelection { with { $0.isOnce = true } }

  /// Begins with the sticky events that there are: of each subtype the last, in the order of their dispatch, on the thread that subscribes, before
  /// the subscription is returned. No gap, no duplicate (R8).
  public func sticky() -> EventSelection { with { $0.isSticky = true } }

  /// Ends with `lifetime`: at once if that has ended. The last of these counts.
  public func bound(to lifetime: Lifetime) -> EventSelection { bound(to: lifetime.members) }

  /// Ends with `bag`: at once if that has been disposed.
  public func bound(to bag: CompositeDisposable) -> EventSelection { with { $0.bag = bag } }

  /// Ends with `owner`, which is not kept, but by a handler that captures it: see ``EventBus/subscribe(_:subtype:priority:owner:fileID:line:_:)`` for one that need
  /// not. An owner without a `Lifetime` is swept (R10). One that is going away already: the subscription has ended.
  public func bound(to owner: any AnyObject & Sendable) -> EventSelection {
    let bag = core.swept.bag(of: owner)
    return with {
      $0.bag = bag
      $0.isOver = bag == nil
    }
  }

  private func with(_ change: (inout EventSelection) -> Void) -> EventSelection {
    var changed = self
    change(&changed)
    return changed
  }
}

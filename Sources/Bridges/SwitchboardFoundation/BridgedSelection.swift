public import Dispatch
public import SwitchboardBroadcast
public import SwitchboardBus
public import SwitchboardSignals

/// The steps between the choice of events and the handler, for the selections of this module. Each selection uses a
/// selection of the bus, `EventSelection`. Each step is optional, returns a new selection, and costs O(1).
///
/// Only types of this module conform.
public protocol BridgedSelection: Sendable {
  /// The type of the events that the bus selects, before this selection decodes them.
  associatedtype Source: Sendable
  /// The selection of the bus. Not API, as the underscore says; the steps change it.
  var _selection: EventSelection<Source> { get set }
}

extension BridgedSelection {
  /// See `EventSelection.queue(_:)`.
  ///
  /// - Parameter queue: Where the handler runs. It may be serial or concurrent.
  public func queue(_ queue: DispatchQueue) -> Self { with { $0.queue(queue) } }

  /// See `EventSelection.queue(_:limit:whenFull:)`.
  ///
  /// - Parameters:
  ///   - limit: How many events may wait.
  ///   - whenFull: Which event is dropped when one more comes.
  public func queue(_ queue: DispatchQueue, limit: Int, whenFull: EventOverflow) -> Self {
    with { $0.queue(queue, limit: limit, whenFull: whenFull) }
  }

  /// See `EventSelection.limit(_:whenFull:)`.
  ///
  /// - Parameters:
  ///   - count: How many events may wait.
  ///   - whenFull: Which event is dropped when one more comes.
  public func limit(_ count: Int, whenFull: EventOverflow) -> Self { with { $0.limit(count, whenFull: whenFull) } }

  /// See `EventSelection.scheduler(_:)`.
  ///
  /// - Parameter scheduler: Where the handler runs.
  public func scheduler(_ scheduler: Scheduler) -> Self { with { $0.scheduler(scheduler) } }

  /// See `EventSelection.executor(_:)`.
  ///
  /// - Parameter executor: Where the task of an asynchronous handler runs.
  public func executor(_ executor: any TaskExecutor) -> Self { with { $0.executor(executor) } }

  /// Handles events before subscribers of a lower priority. The default is 0.
  ///
  /// - Parameter priority: Any number; also a negative one, for subscribers that come after the others.
  public func priority(_ priority: Int) -> Self { with { $0.priority(priority) } }

  /// Ends the subscription with the first event.
  public func once() -> Self { with { $0.once() } }

  /// Begins with the sticky events that exist. See `EventSelection.sticky()`.
  public func sticky() -> Self { with { $0.sticky() } }

  /// Ends the subscription with `lifetime`. The last call of a `bound(to:)` counts.
  ///
  /// - Parameter lifetime: Its end ends the subscription.
  public func bound(to lifetime: Lifetime) -> Self { with { $0.bound(to: lifetime) } }

  /// Ends the subscription with `bag`.
  ///
  /// - Parameter bag: Its disposal ends the subscription.
  public func bound(to bag: CompositeDisposable) -> Self { with { $0.bound(to: bag) } }

  /// Ends the subscription with `owner`, without keeping `owner` alive.
  ///
  /// - Parameter owner: Its deallocation ends the subscription.
  public func bound(to owner: any AnyObject & Sendable) -> Self { with { $0.bound(to: owner) } }

  private func with(_ change: (EventSelection<Source>) -> EventSelection<Source>) -> Self {
    var changed = self
    changed._selection = change(_selection)
    return changed
  }
}

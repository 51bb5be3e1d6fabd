public import Dispatch
public import SwitchboardBroadcast
public import SwitchboardBus
public import SwitchboardSignals

/// What the selections of this module have in common with the bus's own, ``EventSelection``, which is behind each of them: the steps between
/// the choice of events and the handler. Each step is optional and gives another selection.
public protocol BridgedSelection: Sendable {
  associatedtype Source: Sendable
  /// The bus's own.
  var selection: EventSelection<Source> { get set }
}

extension BridgedSelection {
  /// See `EventSelection.queue(_:)`.
  public func queue(_ queue: DispatchQueue) -> Self { with { $0.queue(queue) } }

  /// See `EventSelection.scheduler(_:)`.
  public func scheduler(_ scheduler: Scheduler) -> Self { with { $0.scheduler(scheduler) } }

  /// See `EventSelection.executor(_:)`.
  public func executor(_ executor: any TaskExecutor) -> Self { with { $0.executor(executor) } }

  /// Before subscribers of a lower priority; 0 unless said otherwise.
  public func priority(_ priority: Int) -> Self { with { $0.priority(priority) } }

  /// Ends with the first event.
  public func once() -> Self { with { $0.once() } }

  /// Begins with the sticky events that there are. See `EventSelection.sticky()`.
  public func sticky() -> Self { with { $0.sticky() } }

  /// Ends with `lifetime`. The last of these counts.
  public func bound(to lifetime: Lifetime) -> Self { with { $0.bound(to: lifetime) } }

  /// Ends with `bag`.
  public func bound(to bag: CompositeDisposable) -> Self { with { $0.bound(to: bag) } }

  /// Ends with `owner`, which is not kept.
  public func bound(to owner: any AnyObject & Sendable) -> Self { with { $0.bound(to: owner) } }

  private func with(_ change: (EventSelection<Source>) -> EventSelection<Source>) -> Self {
    var changed = self
    changed.selection = change(selection)
    return changed
  }
}

public import Dispatch
public import SwitchboardBroadcast

/// Runs work elsewhere, later, or again and again. Source: RACScheduler.
///
/// | scheduler | work runs | with a delay |
/// |---|---|---|
/// | ``immediate`` | inside the call that schedules it | on a background queue |
/// | ``main`` | on the main queue, never inside the call | the same |
/// | ``queue(label:target:)`` | on a serial queue of its own, never inside the call | the same |
/// | ``TestScheduler`` | when its virtual clock is advanced | the same |
///
/// A scheduler runs its work one piece at a time, first in first out among what is due at the same time. No thread sleeps
/// for a delay. A delay of zero or less means without delay. What is scheduled can be disposed: if it has not begun it
/// never does, and what it captured is released at once.
///
/// A scheduler need not be kept: work keeps the scheduler that runs it, and an operator's signal keeps the one it was given.
/// The exception is ``TestScheduler``, which takes its work with it, since nobody could advance it any more.
///
/// Subclasses override ``now``, ``perform(_:)`` and ``schedule(after:_:)``, and keep the promises above.
///
/// Threading: every member may be called from any thread, also from work.
open class Scheduler: @unchecked Sendable {
  // Sound: it has no state; subclasses have to be safe to use from any thread.

  public init() {}

  /// The time by this scheduler's clock, which only goes forward. Only differences mean anything. O(1).
  open var now: Duration { fatalError("a scheduler has to override `now`") }

  /// Runs `action` as soon as its turn comes; cannot be disposed. O(1).
  open func perform(_ action: @escaping @Sendable () -> Void) {
    fatalError("a scheduler has to override `perform(_:)`")
  }

  /// Runs `action` once `delay` has passed. Two allocations, and those of a timer.
  @discardableResult
  open func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    fatalError("a scheduler has to override `schedule(after:_:)`")
  }

  /// Runs `action` once `delay` has passed, and every `interval` after that, until it is disposed.
  ///
  /// The beats are counted from the first, so that they do not drift; those that are missed, because work took longer
  /// than the interval, are left out. On ``immediate`` all of them, the first too, run on a background queue.
  ///
  /// - Precondition: `interval` is positive: anything else would be an endless loop.
  @discardableResult
  open func schedule(
    after delay: Duration, every interval: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    requirePositive(interval)
    let work = RepeatingWork(worker, first: now + max(delay, .zero), interval, action)
    work.scheduleNext()
    // Weakly: if this scheduler goes and takes its work with it, whoever holds the handle must not hold the action.
    return ActionDisposable { [weak work] in work?.dispose() }
  }

  /// Runs `action` as soon as its turn comes, unless it is disposed before. O(1), two allocations.
  @discardableResult
  public final func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    let work = ScheduledWork(action)
    perform { work.run() }
    return work
  }

  /// Runs `body`, and again each time that it calls the closure it is given, with the delay it says, until it is disposed.
  ///
  /// It may call at once or later, from any thread, more than once, or not at all. Each run is a turn of its own, so the stack
  /// does not grow, on ``immediate`` neither, and others on the scheduler get theirs. Source: RACScheduler
  /// scheduleRecursiveBlock.
  @discardableResult
  public final func scheduleRecursively(
    _ body: @escaping @Sendable (_ again: @escaping @Sendable (Duration) -> Void) -> Void
  ) -> any Disposable {
    let work = RecursiveWork(worker, body)
    work.request(after: .zero)
    return ActionDisposable { [weak work] in work?.dispose() }
  }

  /// Whether an event for this scheduler may be handled in the call that brings it.
  package var takesOnTheSpot: Bool { false }

  /// The scheduler to keep for as long as a subscription lasts.
  @usableFromInline package var worker: Scheduler { self }
}

extension Scheduler {
  /// Runs work inside the call that schedules it. Work with a delay cannot be, without putting the thread to sleep; it runs on
  /// a background queue. Source: RACScheduler immediateScheduler, which sleeps.
  public static let immediate: Scheduler = ImmediateScheduler()

  /// Runs work on the main queue, where the main actor is. Source: RACScheduler mainThreadScheduler.
  public static var main: Scheduler { DispatchScheduler.onMain }

  /// A new serial queue. Source: RACScheduler scheduler, RACTargetQueueScheduler.
  ///
  /// - Parameters:
  ///   - label: What debuggers call the queue.
  ///   - target: The queue that it hands its work to, one piece at a time; nil for the system's own.
  public static func queue(label: String, target: DispatchQueue? = nil) -> Scheduler {
    DispatchScheduler(DispatchQueue(label: label, target: target))
  }

  /// The scheduler whose work is running here; ``main`` on the main queue, otherwise ``immediate``. It is looked up when this is
  /// called, for `delay(.seconds(1), on: .current)` when the operator is applied. O(1). Source: RACScheduler
  /// currentScheduler.
  public static var current: Scheduler {
    if let advancing = VirtualTime.advancing { return advancing }
    return DispatchScheduler.running ?? immediate
  }
}

/// Stops the program if an interval would repeat without end at one time.
@usableFromInline
func requirePositive(_ interval: Duration, file: StaticString = #fileID, line: UInt = #line) {
  require(interval > .zero, "cannot repeat at an interval that is not positive", file: file, line: line)
}

public import Dispatch
public import SwitchboardBroadcast

/// A place where work runs: on a certain queue, after a delay, or repeatedly.
///
/// | scheduler | work runs | with a delay |
/// |---|---|---|
/// | ``immediate`` | inside the call that schedules it | on a background queue |
/// | ``main`` | on the main queue, never inside the call | the same |
/// | ``queue(label:target:)`` | on its own serial queue, never inside the call | the same |
/// | ``queue(_:)`` | on the queue, one piece at a time, never inside the call; main queue: ``main`` | the same |
/// | `executor(_:)` | in tasks, one piece at a time, never inside the call | on a background queue first |
/// | `TestScheduler`, of the product `SwitchboardTesting` | when its virtual clock is advanced | the same |
///
/// A scheduler runs its work one piece at a time, first in first out among work that is due at the same time. The
/// exception is ``immediate``: work without a delay runs inside each scheduling call, so several threads may run work
/// at the same time.
///
/// No thread sleeps for a delay. A delay of zero or less means no delay, and one of more than a century means a
/// century. Scheduled work can be disposed. If the work
/// has not begun, disposal prevents it from running, and immediately releases what it captured.
///
/// The caller need not keep a scheduler: work keeps the scheduler that runs it, and an operator's signal keeps its
/// scheduler. The exception is `TestScheduler`: its deallocation drops its work, because no caller could advance it any
/// more.
///
/// Subclasses override ``now``, ``perform(_:)`` and ``schedule(after:_:)``, and keep the promises above. If a subclass
/// lacks one of the three overrides, its first use stops the program. The message names the class and the member.
///
/// Threading: every member may be called from any thread, also from work.
///
/// Source: RACScheduler.
open class Scheduler: @unchecked Sendable {
  // Sound: `standIn` is written only while the scheduler is made; subclasses must be safe to use from any thread.
  private var standIn: Scheduler?

  /// Makes a scheduler. For subclasses; a program uses one of the schedulers of the table above.
  public init() {}

  /// The time on this scheduler's clock, which only goes forward. Only differences between times have a meaning. O(1).
  open var now: Duration { isNotOverridden() }

  /// Runs `action` as soon as its turn comes. The action cannot be disposed. O(1).
  ///
  /// - Parameter action: The work. It is released when it has run.
  open func perform(_ action: @escaping @Sendable () -> Void) {
    isNotOverridden()
  }

  /// Runs `action` once `delay` has passed. Cost: one allocation, and those of a timer; on an executor, two more. With
  /// a delay of zero or less there is no timer: two allocations.
  ///
  /// - Parameters:
  ///   - delay: The time until the work runs.
  ///   - action: The work. It is released when it has run, or when the disposable is disposed.
  @discardableResult
  open func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    isNotOverridden()
  }

  /// Runs `action` once `delay` has passed, and every `interval` after that, until the returned disposable is disposed.
  ///
  /// The times of the runs are counted from the first run, so they do not drift. Runs that are missed, because the work
  /// took longer than the interval, are skipped. On ``immediate`` all runs, including the first run, happen on a
  /// background queue.
  /// - Parameters:
  ///   - delay: The time until the first run.
  ///   - interval: The time from one run to the next.
  ///   - fileID: The file that leak reports name.
  ///   - line: The line that leak reports name.
  ///   - action: The work. Its runs never overlap.
  /// - Precondition: `interval` is positive. Any other interval would be an endless loop.
  @discardableResult
  public final func schedule(
    after delay: Duration, every interval: Duration, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let work = repeated(after: delay, every: interval, action)
    Probe.made(work, as: RecursiveWork.self, name: nil, fileID: fileID, line: line)
    return work.handle
  }

  /// Runs repeated work that is a part of a subscription.
  @usableFromInline
  final func beats(
    after delay: Duration, every interval: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable { repeated(after: delay, every: interval, action).handle }

  private func repeated(
    after delay: Duration, every interval: Duration, _ action: @escaping @Sendable () -> Void
  ) -> RecursiveWork {
    requirePositive(interval)
    let delay = delay.asDelay
    let worker = beating
    let work = RecursiveWork(worker, first: worker.now + delay, every: interval, action)
    work.request(after: delay)
    return work
  }

  /// Runs `action` as soon as its turn comes, unless the returned disposable is disposed before. O(1), two allocations.
  ///
  /// - Parameter action: The work. It is released when it has run, or when the disposable is disposed.
  @discardableResult
  public final func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    let work = ScheduledWork(action)
    perform { work.run() }
    return work
  }

  /// Runs `body`, and runs it again for each call of `again`, after the delay that is passed to `again`, until the
  /// returned disposable is disposed.
  ///
  /// `body` may call `again` immediately or later, from any thread, several times, or not at all. Each run is a
  /// separate turn of the scheduler. So the stack does not grow, not even on ``immediate``, and other work of the
  /// scheduler runs between the turns. Source: RACScheduler scheduleRecursiveBlock.
  ///
  /// - Parameter body: The work. It gets the function that asks for another run after a delay.
  @discardableResult
  public final func scheduleRecursively(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ body: @escaping @Sendable (_ again: @escaping @Sendable (Duration) -> Void) -> Void
  ) -> any Disposable {
    let work = RecursiveWork(worker, body)
    Probe.made(work, as: RecursiveWork.self, name: nil, fileID: fileID, line: line)
    work.request(after: .zero)
    return work.handle
  }

  /// Stops the program, because this class has no implementation of `member`.
  private func isNotOverridden(_ member: String = #function) -> Never {
    fatalError(
      """
      \(type(of: self)) must override `\(member)`, which Scheduler leaves to its subclasses; the override must not \
      call `super`
      """)
  }

  /// Whether an event for this scheduler may be handled inside the call that delivers it.
  @usableFromInline package var runsInline: Bool { false }

  /// The scheduler that operators keep while a subscription lasts.
  @usableFromInline package final var worker: Scheduler { standIn ?? self }

  /// The scheduler that runs repeated work.
  package var beating: Scheduler { worker }

  /// Makes `worker` the scheduler that operators keep. A `TestScheduler` passes its clock, so that no subscription
  /// keeps the `TestScheduler` alive. Called by initializers, before any other thread can use this scheduler.
  ///
  /// A function, because a subclass of another module cannot override ``worker``. Not an initializer, because Swift 6.3
  /// would warn of an endless recursion in every subclass with other initializers.
  package final func operatorsKeep(_ worker: Scheduler) { standIn = worker }
}

extension Scheduler {
  /// The scheduler that runs work inside the call that schedules it. Work with a delay runs on a background queue,
  /// because otherwise the calling thread would have to sleep.
  ///
  /// Source: RACScheduler immediateScheduler, which sleeps.
  public static let immediate: Scheduler = ImmediateScheduler()

  /// The scheduler of the main queue, where the main actor runs.
  ///
  /// Source: RACScheduler mainThreadScheduler.
  public static var main: Scheduler { DispatchScheduler.onMain }

  /// Returns a scheduler with a new serial queue.
  ///
  /// Source: RACScheduler scheduler, RACTargetQueueScheduler.
  ///
  /// - Parameters:
  ///   - label: The name of the queue in debuggers.
  ///   - target: The queue to which the new queue hands its work, one piece at a time; nil for the system's default.
  public static func queue(label: String, target: DispatchQueue? = nil) -> Scheduler {
    DispatchScheduler(DispatchQueue(label: label, target: target))
  }

  /// Returns a scheduler that runs its work on `queue`, one piece at a time, also if `queue` is concurrent. For the
  /// main queue, returns ``main``. Cost: a serial queue for each call. Work of two such schedulers may overlap if
  /// `queue` is concurrent.
  ///
  /// - Parameter queue: Where the work runs. It may be serial or concurrent.
  public static func queue(_ queue: DispatchQueue) -> Scheduler {
    queue === DispatchQueue.main ? main : .queue(label: queue.label, target: queue)
  }

  /// The scheduler whose work is running at the call, if the scheduler has a queue or virtual time; ``main`` on the
  /// main queue; otherwise ``immediate``, also on executors and actors. The look-up happens when this property is read:
  /// for `delay(.seconds(1), on: .current)`, when the operator is applied. O(1).
  ///
  /// Source: RACScheduler currentScheduler.
  public static var current: Scheduler { advancing ?? DispatchScheduler.running ?? immediate }

  /// The scheduler that runs its work inside the call that advances its clock. Set during the work, because no queue
  /// tells ``current`` whose work is running.
  @TaskLocal package static var advancing: Scheduler?
}

/// Stops the program if `interval` is not positive, because work would then repeat endlessly at the same time.
@usableFromInline
func requirePositive(_ interval: Duration, file: StaticString = #fileID, line: UInt = #line) {
  require(
    interval > .zero, "cannot repeat at an interval that is not positive; use more than .zero", file: file, line: line)
}

import Dispatch
import SwitchboardBroadcast
import Synchronization

extension Scheduler {
  /// Returns an executor that runs the jobs of tasks as work of this scheduler. Returns nil for
  /// ``Scheduler/immediate``: a task that continued inside the call that wakes it could find the caller holding a lock.
  /// For another target of this package.
  ///
  /// - Parameter onDrop: Called when the scheduler has dropped a job without running it. The job then runs on a
  ///   background queue, because a task that never continues keeps what it holds forever.
  package func taskExecutor(onDrop: @escaping @Sendable () -> Void) -> (any TaskExecutor)? {
    if self === Scheduler.immediate { return nil }
    return (self as? TaskScheduler)?.executor ?? SchedulerExecutor(self, onDrop)
  }
}

/// An executor that runs the jobs of tasks as work of a scheduler.
private final class SchedulerExecutor: TaskExecutor {
  private let scheduler: Scheduler
  private let onDrop: @Sendable () -> Void

  init(_ scheduler: Scheduler, _ onDrop: @escaping @Sendable () -> Void) {
    (self.scheduler, self.onDrop) = (scheduler, onDrop)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let pending = PendingJob(UnownedJob(job), self)
    scheduler.perform { pending.run() }
  }

  /// A job that waits for the scheduler.
  private final class PendingJob: Sendable {
    private let job: UnownedJob
    private let executor: SchedulerExecutor
    private let isTaken = Atomic<Bool>(false)

    init(_ job: UnownedJob, _ executor: SchedulerExecutor) { (self.job, self.executor) = (job, executor) }

    func run() {
      // A job must not run twice, even if the user's scheduler runs its work twice.
      if isTaken.exchange(true, ordering: .acquiringAndReleasing) { return }
      unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }

    deinit {
      if isTaken.load(ordering: .acquiring) { return }
      executor.onDrop()
      DispatchQueue.global().async { [job, executor] in
        unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
      }
    }
  }
}

import Dispatch
package import SwitchboardBroadcast
import Synchronization

extension Scheduler {
  /// Returns an executor that runs the jobs of tasks as work of this scheduler. Returns nil for
  /// ``Scheduler/immediate``: a task that continued inside the call that wakes it could find the caller holding a lock.
  /// For another target of this package.
  ///
  /// - Parameter subscription: Returns the subscription of the tasks. It is disposed when the scheduler has dropped a
  ///   job without running it. The job then runs on a background queue, because a task that never continues keeps what
  ///   it holds forever.
  package func taskExecutor(
    for subscription: @escaping @Sendable () -> SubscriptionNode?
  ) -> (any TaskExecutor)? {
    if self === Scheduler.immediate { return nil }
    return (self as? TaskScheduler)?.executor ?? SchedulerExecutor(self, subscription)
  }
}

/// An executor that runs the jobs of tasks as work of a scheduler.
private final class SchedulerExecutor: TaskExecutor {
  private let scheduler: Scheduler
  private let subscription: @Sendable () -> SubscriptionNode?

  init(_ scheduler: Scheduler, _ subscription: @escaping @Sendable () -> SubscriptionNode?) {
    (self.scheduler, self.subscription) = (scheduler, subscription)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let pending = PendingJob(UnownedJob(job), self)
    #if Tracing
      QueueHops.scheduling(for: subscription()) { scheduler.perform { pending.run() } }
    #else
      scheduler.perform { pending.run() }
    #endif
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
      executor.subscription()?.dispose()
      DispatchQueue.global().async { [job, executor] in
        unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
      }
    }
  }
}

import CTaskHook
import SubscriberWorkloads

/// An executor that runs tasks when asked, on the thread that asks. So one thread measures the cost of a value on its
/// way to a task, without the scheduler of the operating system.
final class ManualExecutor: TaskExecutor, @unchecked Sendable {
  // Sound: benchmarks are single-threaded.
  private var jobs: [UnownedJob] = []

  func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

  /// Runs the jobs in the order in which they came, until there are none.
  func runAll() {
    var next = 0
    while next < jobs.count {
      let job = jobs[next]
      next += 1
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    jobs.removeAll(keepingCapacity: true)
  }

  /// The executor that also gets the jobs of this thread's tasks without a preferred executor. Some libraries start
  /// such tasks of their own, which would otherwise run on the threads of the global executor.
  static let ofAllTasks: ManualExecutor = {
    let executor = ManualExecutor()
    switchboard_take_global_jobs(
      { job, context in
        Unmanaged<ManualExecutor>.fromOpaque(context).takeUnretainedValue().jobs
          .append(unsafeBitCast(job, to: UnownedJob.self))
      }, Unmanaged.passRetained(executor).toOpaque())
    return executor
  }()
}

/// A task that reads until it is cancelled.
struct Reader {
  let task: Task<Void, Never>
  let executor: ManualExecutor

  init(_ executor: ManualExecutor, _ read: @escaping @Sendable () async -> Void) {
    self.executor = executor
    task = Task(executorPreference: executor, operation: read)
    executor.runAll()
  }

  func end() {
    task.cancel()
    executor.runAll()
  }
}

/// The number of values that are sent before the reader's turn.
enum Burst {
  static let single = 1
  static let eight = 8
}

/// A candidate whose subscribers are tasks. Each candidate contains its own send, which runs the tasks, and its own
/// loop over the values.
protocol TaskRegistry: SubscriberRegistry where Token == Reader {
  init()
}

extension TaskRegistry {
  init(capacity: Int) { self.init() }
  func unsubscribe(_ reader: consuming Reader) { reader.end() }
}

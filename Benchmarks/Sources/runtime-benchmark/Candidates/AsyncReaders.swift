import SubscriberWorkloads
import Switchboard

/// An executor that runs tasks when asked, on the thread that asks. So one thread measures the cost of a value on its
/// way to a task, without the scheduler of the operating system.
final class ManualExecutor: TaskExecutor, @unchecked Sendable {
  // Sound: benchmarks are single-threaded.
  private var jobs: [UnownedJob] = []

  func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

  func runAll() {
    while let job = jobs.popLast() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
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

class SwitchboardValues: SubscriberRegistry {
  private let subject = PublishSubject<Int, Never>()
  private let executor = ManualExecutor()
  private let burst: Int
  private var sent = 0

  init(burst: Int) { self.burst = burst }
  required convenience init(capacity: Int) { self.init(burst: Burst.single) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    Reader(executor) { [subject] in for await v in subject.values { sink.hit(v &+ number) } }
  }
  func unsubscribe(_ reader: consuming Reader) { reader.end() }
  @inline(never) func send(_ value: Int) {
    subject.send(value)
    sent += 1
    if sent % burst == 0 { executor.runAll() }
  }
}

final class SwitchboardValuesBurst: SwitchboardValues {
  required init(capacity: Int) { super.init(burst: Burst.eight) }
}

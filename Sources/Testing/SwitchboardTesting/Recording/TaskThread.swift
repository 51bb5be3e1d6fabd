import Foundation
import SwitchboardTracing

/// An executor that runs the jobs of a task on its own thread, one after another. The task also continues when tests
/// block all threads of the pool.
///
/// Each job runs as a part of the activity `flow`, if there is one. At an `await`, a task may move to another thread,
/// and a thread may take up another task. So the work of a task is identified job by job. On one thread the trace has
/// one order.
///
/// Sound: all mutable state is accessed only under `condition`.
final class TaskThread: TaskExecutor, @unchecked Sendable {
  private let flow: TraceFlow?
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  private var isRunning = false
  private var isOver = false

  init(_ flow: TraceFlow? = nil) { self.flow = flow }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
      if isRunning { return }
      // A job may also come after `finish()`, because an actor may still have to clean up.
      isRunning = true
      Thread.detachNewThread { self.run() }
    }
  }

  /// Makes the thread end when no job is left.
  func finish() {
    condition.withLock {
      isOver = true
      condition.signal()
    }
  }

  private func run() {
    while let job = next() {
      if let flow {
        flow.run { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
      } else {
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  private func next() -> UnownedJob? {
    condition.withLock {
      while jobs.isEmpty {
        if isOver {
          isRunning = false
          return nil
        }
        condition.wait()
      }
      return jobs.removeFirst()
    }
  }
}

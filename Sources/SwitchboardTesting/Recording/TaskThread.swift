import Foundation
import SwitchboardTracing

/// Runs the jobs of a task on a thread of its own, one after another: it goes on also when tests block all threads of the
/// pool.
///
/// As part of an activity, if there is one: a task moves from thread to thread, and a thread from task to task, whenever
/// there is an `await`, so what is the task's is known job by job. On one thread the trace has one order.
///
/// Sound: everything is touched only under the condition.
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
      // Also after the end: an actor may still have something to tidy up.
      isRunning = true
      Thread.detachNewThread { self.run() }
    }
  }

  /// The thread ends when there is nothing left to do.
  func finish() {
    condition.withLock {
      isOver = true
      condition.signal()
    }
  }

  private func run() {
    while let job = next() {
      if let flow {
        flow.run { job.runSynchronously(on: asUnownedTaskExecutor()) }
      } else {
        job.runSynchronously(on: asUnownedTaskExecutor())
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

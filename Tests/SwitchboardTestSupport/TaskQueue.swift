import Foundation

/// An executor that runs tasks when `run` is called, on the calling thread. A test thus knows how far each task has
/// come, or on which thread it runs.
package final class TaskQueue: TaskExecutor {
  private let jobs = Guarded<[UnownedJob]>([])

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.with { $0.append(job) }
  }

  /// Lets every task that is ready run until it waits or ends.
  package func run() {
    while let job = jobs.with({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Runs tasks until `task` has ended or `patience` is over.
  package func run<Result>(until task: QueuedTask<Result>) {
    let limit = Date(timeIntervalSinceNow: patience)
    while task.outcome == nil, Date() < limit {
      run()
      sched_yield()
    }
  }

  /// Returns a task that begins when the queue runs.
  package func task<Result: Sendable>(_ body: sending @escaping () async -> Result) -> QueuedTask<Result> {
    let result = Guarded<Result?>(nil)
    return QueuedTask(
      result: result,
      task: Task(executorPreference: self) {
        let value = await body()
        result.with { $0 = value }
      })
  }
}

package struct QueuedTask<Result: Sendable>: Sendable {
  fileprivate let result: Guarded<Result?>
  fileprivate let task: Task<Void, Never>

  /// The task's result. Nil until the task has ended.
  package var outcome: Result? { result.with { $0 } }
  package func cancel() { task.cancel() }
}

/// A gate that lets tasks wait until `open()` is called. An open gate stays open.
package final class TaskGate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  package init() {}

  package func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.with { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  package func open() {
    let waiting = state.with { state in
      defer { state = State(isOpen: true) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

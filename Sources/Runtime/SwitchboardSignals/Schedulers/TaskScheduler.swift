import SwitchboardBroadcast

/// A scheduler that runs its work in tasks: on an actor or an executor. Work that is scheduled while a task runs waits
/// for the next hop of the task, so that the actor's other work runs in between.
///
/// The tasks are detached: a task runs the work of several callers, so it must not have the task-local values of the
/// first of them.
final class TaskScheduler: Scheduler, @unchecked Sendable {
  // Sound: `waiting` has a lock, and the other properties are constant.
  typealias Action = @Sendable () -> Void

  private struct Waiting {
    var actions: [Action] = []
    /// Whether a task runs actions, or is about to.
    var isRunning = false
  }

  private let waiting = Lock(Waiting())
  let executor: (any TaskExecutor)?
  /// Runs a batch of actions where they belong, or drops the batch if that place does not exist any more.
  private let run: @Sendable ([Action]) async -> Void

  init(executor: (any TaskExecutor)? = nil, _ run: @escaping @Sendable ([Action]) async -> Void) {
    (self.executor, self.run) = (executor, run)
  }

  override var now: Duration { DispatchScheduler.background.now }

  override func perform(_ action: @escaping Action) {
    #if Tracing
      let action = SignalProbe.counted(action, to: "an actor or an executor")
    #endif
    let isFirst = waiting.withLock { waiting in
      waiting.actions.append(action)
      defer { waiting.isRunning = true }
      return !waiting.isRunning
    }
    if !isFirst { return }
    SignalProbe.departed()
    Task.detached(executorPreference: executor, priority: Task.currentPriority) {
      while let batch = self.nextBatch() { await self.run(batch) }
      SignalProbe.arrived()
    }
  }

  override func schedule(after delay: Duration, _ action: @escaping Action) -> any Disposable {
    if delay <= .zero { return schedule(action) }
    let work = ScheduledWork(action)
    // The timer keeps `work` until the delay has passed. Disposed work has released its action by then.
    _ = DispatchScheduler.background.schedule(after: delay) { if !work.isDisposed { self.perform { work.run() } } }
    return work
  }

  private func nextBatch() -> [Action]? {
    waiting.withLock { waiting in
      let batch = waiting.actions
      waiting.actions = []
      waiting.isRunning = !batch.isEmpty
      return batch.isEmpty ? nil : batch
    }
  }
}

extension Scheduler {
  /// Returns a scheduler that runs its work in tasks that prefer `executor`, one piece of work at a time, and never
  /// inside the call that schedules the work. The scheduler keeps `executor` alive.
  ///
  /// The tasks are detached: the work does not see the task-local values of the code that schedules it. A task has the
  /// priority of the code that schedules its first piece of work.
  ///
  /// Delays are measured on a background queue. Cost: one task for each burst of work.
  ///
  /// - Parameter executor: The executor that the tasks prefer.
  public static func executor(_ executor: any TaskExecutor) -> Scheduler {
    TaskScheduler(executor: executor) { batch in for action in batch { action() } }
  }

  /// Returns a scheduler that runs its work on `executor`, one piece of work at a time, and never inside the call that
  /// schedules the work. The scheduler keeps `executor` alive. The tasks are detached, like
  /// the tasks of ``executor(_:)-(TaskExecutor)``.
  ///
  /// Delays are measured on a background queue. Cost: one task for each burst of work; the task begins on the global
  /// executor.
  ///
  /// - Parameter executor: The executor on which the work runs.
  public static func executor(_ executor: any SerialExecutor) -> Scheduler {
    let actor = ExecutorActor(executor)
    return TaskScheduler { batch in await run(batch, on: actor) }
  }

  /// Returns a scheduler that runs its work on `actor`, which it does not keep alive. After the deallocation of `actor`
  /// the scheduler drops its work.
  package static func isolated(to actor: some Actor) -> Scheduler {
    TaskScheduler { [weak actor] batch in if let actor { await run(batch, on: actor) } }
  }
}

private func run(_ batch: [TaskScheduler.Action], on actor: isolated some Actor) {
  for action in batch { action() }
}

/// An actor on an executor that a user has made.
private actor ExecutorActor {
  private let executor: any SerialExecutor

  init(_ executor: any SerialExecutor) { self.executor = executor }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
}

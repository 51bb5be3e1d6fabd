import SwitchboardBroadcast

/// The scheduler that runs work inside the call that schedules it.
final class ImmediateScheduler: Scheduler, @unchecked Sendable {
  // Sound: the scheduler has no state.
  override var now: Duration { DispatchScheduler.background.now }

  override func perform(_ action: @escaping @Sendable () -> Void) { action() }

  override func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    delay > .zero ? DispatchScheduler.background.schedule(after: delay, action) : schedule(action)
  }

  // On a background queue, because a run that is already due would otherwise run inside the previous run.
  override func schedule(
    after delay: Duration, every interval: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable { DispatchScheduler.background.schedule(after: delay, every: interval, action) }

  override var runsInline: Bool { true }
}

import SwitchboardBroadcast

/// The one piece of scheduled work of a time operator. Setting the timer replaces the previous setting. Each setting
/// fires at most once.
///
/// ```
/// its handler ──strong──▶ OperatorTimer ──weak──▶ Observer
///                              ▲                     ▲
///                              └─── strong ── work ──┘   while the timer is set
/// ```
/// The handler of an operator that sets the timer once need not hold it. The reference to the observer is weak. So all
/// of these objects are deallocated if the source has ended and the scheduler drops its work.
final class OperatorTimer: Sendable {
  let scheduler: Scheduler
  /// The state of a value that does not wait, for traces.
  let held: Probe.Held
  private struct Setting {
    /// Nil after the end. Not in the work, which some schedulers keep until its time although it was cancelled.
    var task: TimerTask?
    var count = 0
    var work: (any DisposableObject)?
    var isClosed = false
  }

  private let setting = Lock(Setting())

  init(_ scheduler: Scheduler, for chain: Chain) {
    self.scheduler = scheduler
    held = Probe.holding(for: chain)
    chain.add(ActionDisposable { [weak self] in self?.close() })
  }

  /// Makes the timer run `action` when the timer fires, in the order of the deliveries of `observer`. Called once,
  /// before the first `set(after:)`.
  ///
  /// - Parameter action: Gets this timer, and must not hold it.
  func runs<Value>(
    _ action: @escaping @Sendable (OperatorTimer) -> Void, inOrderOf observer: Observer<Value, any Error>
  ) {
    let task = TimerTask(
      makeWork: { [weak observer] timer in
        guard let observer else { return nil }
        return {
          let registry = observer.broadcaster.registry
          registry.perform(now: { timer.act(for: registry) }, later: { { timer.act(for: registry) } })
        }
      }, action: action)
    setting.withLock { $0.task = task }
  }

  private func act(for registry: Registry) {
    guard let task = setting.withLock({ $0.task }) else { return }
    let turn = Probe.turnBegan(registry)
    task.action(self)
    Probe.ended(turn)
  }

  var now: Duration { scheduler.now }

  func set(after delay: Duration) {
    let new = setting.withLock { setting in
      setting.count += 1
      return setting
    }
    guard let action = new.task?.makeWork(self) else { return }
    let work = scheduler.schedule(after: delay.asDelay, action).object
    let unwanted = setting.withLock { setting -> (any DisposableObject)? in
      // The timer may already have fired and been set again, or the chain may have ended.
      if setting.isClosed || setting.count != new.count { return work }
      let previous = setting.work
      setting.work = work
      return previous
    }
    unwanted?.dispose()
  }

  /// Sets the timer again if it has come before `due`, as the timers of some platforms do. Returns whether it has.
  func isEarly(for due: Duration) -> Bool {
    let now = now
    if now < due { set(after: due - now) }
    return now < due
  }

  private func close() {
    let task = setting.withLock { setting in
      setting.isClosed = true
      return setting.task.take()
    }
    cancel()
    keepAlive(task)
  }

  func cancel() {
    let work = setting.withLock { setting in
      let taken = setting.work
      setting.work = nil
      setting.count += 1
      return taken
    }
    work?.dispose()
  }
}

/// What a timer does. A struct, because each copy of an optional closure is an allocation.
private struct TimerTask: Sendable {
  /// Returns the work to schedule, or nil if the observer has been deallocated.
  let makeWork: @Sendable (OperatorTimer) -> (@Sendable () -> Void)?
  let action: @Sendable (OperatorTimer) -> Void
}

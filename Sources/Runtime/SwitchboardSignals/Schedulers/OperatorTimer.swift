import SwitchboardBroadcast

/// The one piece of scheduled work of a time operator. Setting the timer replaces the previous setting. Each setting
/// fires at most once.
///
/// ```
/// its handler ──strong──▶ OperatorTimer ──weak──▶ Observer
///                               │                    ▲
///                               └─▶ work ── strong ──┘   while the timer is set
/// ```
/// The reference to the observer is weak. So all of these objects are deallocated if the source has ended and the
/// scheduler drops its work.
@usableFromInline
final class OperatorTimer: Sendable {
  @usableFromInline let scheduler: Scheduler
  /// The state of a value that does not wait, for traces.
  @usableFromInline let held: Probe.Held
  private struct Setting {
    /// Returns the work to schedule, or nil if the observer has been deallocated.
    var make: (@Sendable () -> (@Sendable () -> Void)?)?
    var count = 0
    var work: (any DisposableObject)?
    var isClosed = false
  }

  private let setting = Lock(Setting())

  @usableFromInline
  init(_ scheduler: Scheduler, for chain: Chain) {
    self.scheduler = scheduler
    held = Probe.holding(for: chain)
    chain.add(ActionDisposable { [weak self] in self?.close() })
  }

  /// Makes the timer send `input` to `observer` when the timer fires. Called once, before the first `set(after:)`.
  @usableFromInline
  func sends<Input: Sendable>(_ input: Input, to observer: Observer<Input, any Error>) {
    let make: @Sendable () -> (@Sendable () -> Void)? = { [weak observer] in
      guard let observer else { return nil }
      return { observer.send(input) }
    }
    setting.withLock { $0.make = make }
  }

  @inlinable var now: Duration { scheduler.now }

  @usableFromInline
  func set(after delay: Duration) {
    let new = setting.withLock { setting in
      setting.count += 1
      return setting
    }
    guard let action = new.make?() else { return }
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
  @inlinable
  func isEarly(for due: Duration) -> Bool {
    let now = now
    if now < due { set(after: due - now) }
    return now < due
  }

  private func close() {
    setting.withLock { $0.isClosed = true }
    cancel()
  }

  @usableFromInline
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

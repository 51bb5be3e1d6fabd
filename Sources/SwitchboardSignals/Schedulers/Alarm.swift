import SwitchboardBroadcast

/// A time operator's one piece of scheduled work. Setting it replaces what was set; it goes off at most once.
///
/// ```
/// its handler ──strong──▶ Alarm ──weak──▶ Observer
///                           │                ▲
///                           └─▶ work ─strong─┘   while it is set
/// ```
/// Weak, so that all of it goes if the source has ended and the scheduler takes its work with it.
@usableFromInline
final class Alarm: Sendable {
  @usableFromInline let scheduler: Scheduler
  private struct Setting {
    var count = 0
    var work: (any Disposable)?
    var isClosed = false
  }

  private let setting = Lock(Setting())
  /// What it does when it goes off, if somebody is left for whom to do it.
  /// In a struct: a bare closure in generic storage is wrapped once more at each access.
  private struct Action { let make: @Sendable () -> (@Sendable () -> Void)? }

  private let action: Lock<Action?> = Lock(nil)

  @usableFromInline
  init(_ scheduler: Scheduler, for chain: Chain) {
    self.scheduler = scheduler
    chain.add(ActionDisposable { [weak self] in self?.close() })
  }

  /// Lets it send `input` to `observer` when it goes off. To be called once, before it is set.
  @usableFromInline
  func sends<Input: Sendable, Failure: Error>(_ input: Input, to observer: Observer<Input, Failure>) {
    let make: @Sendable () -> (@Sendable () -> Void)? = { [weak observer] in
      guard let observer else { return nil }
      return { observer.send(input) }
    }
    let action = Action(make: make)
    self.action.withLock { $0 = action }
  }

  @inlinable var now: Duration { scheduler.now }

  @usableFromInline
  func set(after delay: Duration) {
    guard let action = action.withLock({ $0 })?.make() else { return }
    let number = setting.withLock { setting in
      setting.count += 1
      return setting.count
    }
    let work = scheduler.schedule(after: delay, action)
    let unwanted = setting.withLock { setting -> (any Disposable)? in
      // It may have gone off already, and been set anew; or the chain may have ended.
      if setting.isClosed || setting.count != number { return work }
      let previous = setting.work
      setting.work = work
      return previous
    }
    unwanted?.dispose()
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

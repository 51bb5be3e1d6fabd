import Switchboard
import SwitchboardBroadcast

/// A scheduler whose timers come one step early, as those of some platforms do. A timer of a step or less is on time.
package final class EarlyTimers: Scheduler, @unchecked Sendable {
  // Sound: its properties are constant.
  private let punctual: Scheduler
  private let step: Duration

  /// Makes a scheduler that does not keep `scheduler` alive if that is a `TestScheduler`.
  package init(of scheduler: Scheduler, by step: Duration) {
    (punctual, self.step) = (scheduler.worker, step)
    super.init()
  }

  package override var now: Duration { punctual.now }

  package override func perform(_ action: @escaping @Sendable () -> Void) { punctual.perform(action) }

  @discardableResult
  package override func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    punctual.schedule(after: delay > step ? delay - step : delay, action)
  }
}

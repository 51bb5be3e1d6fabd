import Dispatch
import SwitchboardBroadcast
import Synchronization

/// A scheduled action. The action is released when it has run or has been disposed, whichever comes first.
package class ScheduledWork: Disposable, DisposableObject, @unchecked Sendable {
  // Sound: `action` has a lock, the other properties are atomic, and subclasses keep that.
  private let action: Lock<(@Sendable () -> Void)?>
  private let disposed = Atomic<Bool>(false)
  private let membership = Membership()

  package init(_ action: @escaping @Sendable () -> Void) { self.action = Lock(action) }

  package final var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  package final func run() { end()?() }

  package func dispose() { _ = end() }

  private func end() -> (@Sendable () -> Void)? {
    if disposed.exchange(true, ordering: .acquiringAndReleasing) { return nil }
    let taken = action.exchange(nil)
    membership.end()
    return taken
  }

  package final func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

/// An action with a timer. Disposal cancels the timer immediately.
///
/// ```
/// TimedWork ──strong──▶ timer ──strong──▶ its handler ──strong──▶ TimedWork, scheduler
/// ```
/// The cycle keeps the timer alive when no caller holds the handle. The cycle is cut when the action runs or is
/// disposed.
final class TimedWork: ScheduledWork, @unchecked Sendable {
  // Sound: `timer` has a lock.
  private let timer = Lock<Timer?>(nil)

  private struct Timer: @unchecked Sendable {
    // Sound: a dispatch source may be cancelled from any thread.
    let source: any DispatchSourceTimer
  }

  /// Starts the timer, which keeps `scheduler` until the work has run, or until the queue has taken note of the
  /// disposal. Called once.
  func start(on queue: DispatchQueue, of scheduler: Scheduler, after delay: Duration) {
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler {
      keepAlive(scheduler)
      self.cancelTimer()
      self.run()
    }
    source.schedule(deadline: .now() + .nanoseconds(delay.nanosecondsToWait))
    timer.exchange(Timer(source: source))
    source.resume()
  }

  override func dispose() {
    cancelTimer()
    super.dispose()
  }

  private func cancelTimer() {
    timer.exchange(nil)?.source.cancel()
  }
}

/// A piece of scheduled work that tells its worker when the scheduler drops the work without running it. Events that
/// wait for dropped work would never be delivered.
package final class DroppableWork: Sendable {
  private let worker: any DroppableWorker
  private let action: @Sendable () -> Void
  private let isTaken = Atomic<Bool>(false)

  /// Makes the work that runs `action` for `worker`. The worker has no method for this, because a method of a generic
  /// worker, called through the protocol, would run unspecialised.
  package init(for worker: any DroppableWorker, _ action: @escaping @Sendable () -> Void) {
    (self.worker, self.action) = (worker, action)
  }

  deinit { if !isTaken.load(ordering: .acquiring) { worker.isStranded() } }

  package func run() {
    isTaken.store(true, ordering: .releasing)
    action()
  }
}

@usableFromInline
package protocol DroppableWorker: AnyObject, Sendable {
  /// Called when the scheduler has dropped the work without running it.
  func isStranded()
}

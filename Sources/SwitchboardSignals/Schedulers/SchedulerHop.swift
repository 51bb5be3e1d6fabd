import SwitchboardBroadcast
import Synchronization

/// Brings the events of one subscription to a scheduler, in order.
///
/// ```
/// source's sink, scheduler's work ──strong──▶ SchedulerHop ──strong──▶ what waits ──▶ sink ──▶ Chain ──weak──▶ SchedulerHop
/// ```
/// Weak, so that all of it goes if the source has ended and the scheduler takes its work with it.
///
/// Events wait here and not in the scheduler's work, which holds this and nothing else: so what an event holds is
/// released when it has been handled, whatever the scheduler keeps for how long, and a burst costs one piece of work.
final class SchedulerHop: DroppableWorker {
  private struct Passenger: Sendable {
    let origin: EventOrigin
    let event: @Sendable () -> Void
  }

  private let scheduler: Scheduler
  /// Of the subscription, for traces.
  private let site: UInt32
  /// Events that the scheduler has not finished.
  private let pending = Atomic<Int>(0)
  private let waiting = Lock<[Passenger]>([])
  /// Set under the lock.
  private let disposed = Atomic<Bool>(false)

  /// Ends the chain. A scheduler that is gone never brings anything.
  private let end: @Sendable () -> Void

  /// A hop that drops what is on its way when `chain` ends, and ends it without an event when the scheduler drops its work.
  init(to scheduler: Scheduler, for chain: Chain) {
    self.scheduler = scheduler
    site = chain.site
    end = { [weak chain] in chain?.dispose() }
    chain.add(ActionDisposable { [weak self] in self?.dispose() })
  }

  /// Called one call at a time, like every sink.
  func perform(_ event: @escaping @Sendable () -> Void) {
    if scheduler.takesOnTheSpot, pending.load(ordering: .acquiring) == 0 { return event() }
    pending.add(1, ordering: .relaxed)
    var origin = noOrigin()
    origin = SignalProbe.hopped(site)
    let passenger = Passenger(origin: origin, event: event)
    let isFirst = waiting.withLock { waiting in
      if disposed.load(ordering: .relaxed) { return false }
      waiting.append(passenger)
      return waiting.count == 1
    }
    if isFirst {
      let work = DroppableWork(for: self)
      scheduler.perform { work.run() }
    }
  }

  /// Drops what is on its way, and what comes later.
  private func dispose() {
    let dropped = waiting.withLock { waiting in
      let taken = waiting
      waiting = []
      disposed.store(true, ordering: .releasing)
      return taken
    }
    withExtendedLifetime(dropped) {}
  }

  func isStranded() {
    dispose()
    end()
  }

  /// Those that come meanwhile get a turn of their own, after what else the scheduler has to do.
  func work() {
    var passengers = waiting.withLock { waiting in
      let taken = waiting
      waiting = []
      return taken
    }
    // Backwards from the end, so that each is let go after its turn.
    passengers.reverse()
    while let passenger = passengers.popLast() {
      let arrival = SignalProbe.arrived(passenger.origin)
      passenger.event()
      SignalProbe.ended(arrival)
      pending.subtract(1, ordering: .releasing)
    }
  }
}

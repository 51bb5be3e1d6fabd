import SwitchboardBroadcast
import Synchronization

/// The transfer of pieces of a subscription's work to a scheduler, in order.
///
/// ```
/// source's sink, scheduler's work ──strong──▶ SchedulerHop ──strong──▶ what waits ──▶ sink ──▶ Chain
///                                                  ▲                                             │
///                                                  └─────────────────── weak ────────────────────┘
/// ```
/// The last reference is weak. So all of these objects are deallocated if the source has ended and the scheduler drops
/// its work.
///
/// Events wait here and not in the scheduler's work, which holds only this object. So what an event holds is released
/// when the event has been handled, however long the scheduler keeps its work. A burst of events costs one piece of
/// work.
final class SchedulerHop: DroppableWorker {
  private struct WaitingEvent: Sendable {
    let origin: Probe.Origin
    let event: @Sendable () -> Void
  }

  private let scheduler: Scheduler
  /// The source line of the subscription, for traces.
  private let site: UInt32
  /// The number of events that the scheduler has not finished.
  private let pending = Atomic<Int>(0)
  private let waiting = Lock<[WaitingEvent]>([])
  /// Written before `waiting` is emptied, and read under its lock. So no event is added after that.
  private let disposed = Atomic<Bool>(false)

  /// Ends the chain, because a scheduler that has dropped its work delivers nothing more.
  private let end: @Sendable () -> Void

  /// Makes a hop for `chain`. The end of `chain` drops the waiting events. If the scheduler drops its work, the hop
  /// ends `chain` without an event.
  init(to scheduler: Scheduler, for chain: Chain) {
    self.scheduler = scheduler
    site = chain.site
    end = { [weak chain] in chain?.dispose() }
    chain.add(ActionDisposable { [weak self] in self?.dispose() })
  }

  /// Runs `event` on the scheduler, or inside this call if the scheduler allows that and no earlier event waits. Like a
  /// sink, this function gets one call at a time.
  func perform(_ event: @escaping @Sendable () -> Void) {
    if scheduler.runsInline, pending.load(ordering: .acquiring) == 0 { return event() }
    pending.add(1, ordering: .relaxed)
    let waitingEvent = WaitingEvent(origin: Probe.hopped(site), event: event)
    let isFirst = waiting.withLock { waiting in
      if disposed.load(ordering: .relaxed) { return false }
      waiting.append(waitingEvent)
      return waiting.count == 1
    }
    if isFirst { scheduler.perform(for: self) { self.work() } }
  }

  /// Drops the waiting events, and all later events.
  private func dispose() {
    disposed.store(true, ordering: .releasing)
    waiting.exchange([])
  }

  func isStranded() {
    dispose()
    end()
  }

  /// Handles the waiting events. Events that arrive meanwhile get a separate turn, behind the scheduler's other work.
  private func work() {
    for waitingEvent in OneByOne(waiting.exchange([])) {
      let arrival = Probe.arrived(waitingEvent.origin)
      waitingEvent.event()
      Probe.ended(arrival)
      pending.subtract(1, ordering: .releasing)
    }
  }
}

/// A count, over all schedulers, of the work that is on its way to a queue without a delay. Counts only with the
/// `Tracing` trait.
///
/// Work releases what it holds before it counts as arrived. Work with a delay and work of a `TestScheduler` is not
/// counted, because no leak check should wait for it.
package enum QueueHops {
  private static let departures = Atomic<Int>(0)
  private static let arrivals = Atomic<Int>(0)
  private static let isAwaited = Atomic<Bool>(false)
  private static let waiters = Lock<[CheckedContinuation<Void, Never>]>([])

  package static var inFlight: Int {
    let arrived = arrivals.load(ordering: .sequentiallyConsistent)
    return departures.load(ordering: .sequentiallyConsistent) - arrived
  }

  static func departed() { departures.add(1, ordering: .sequentiallyConsistent) }

  static func arrived() {
    arrivals.add(1, ordering: .sequentiallyConsistent)
    if isAwaited.load(ordering: .sequentiallyConsistent), inFlight == 0 { wake() }
  }

  /// Returns when no counted work is on its way. Also waits for work that the counted work leads to. Work that has
  /// arrived has released what it held.
  package static func drain() async {
    while inFlight > 0 {
      await withCheckedContinuation { continuation in
        waiters.withLock { $0.append(continuation) }
        isAwaited.store(true, ordering: .sequentiallyConsistent)
        // The last work may have arrived before it could see `isAwaited`.
        if inFlight == 0 { wake() }
      }
    }
  }

  private static func wake() {
    isAwaited.store(false, ordering: .sequentiallyConsistent)
    for waiter in waiters.exchange([]) { waiter.resume() }
  }
}

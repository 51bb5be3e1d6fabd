public import SwitchboardBroadcast
public import Synchronization

/// The transfer of one subscription's events to a scheduler, in order: `deliver(on:)`.
///
/// ```
/// source's sink, scheduler's work ──strong──▶ DeliveryHop ──strong──▶ what waits ──▶ HopReceiver ──▶ sink, Chain
///                                                  ▲                                                        │
///                                                  └────────────────────────── weak ────────────────────────┘
/// ```
/// The last reference is weak. So all of these objects are deallocated if the source has ended and the scheduler drops
/// its work.
///
/// Events wait here and not in the scheduler's work, which holds only this object. So what an event holds is released
/// when the event has been handled, however long the scheduler keeps its work. A burst of events costs one piece of
/// work, and the memory for the events is used again.
@usableFromInline
final class DeliveryHop<Value: Sendable>: DroppableWorker, @unchecked Sendable {
  // Sound: `batch` is touched only by the call of `work()` that has set `isWorking`. Everything else is constant,
  // atomic or has a lock.

  @usableFromInline
  enum Event: Sendable {
    case value(Value)
    /// The receiver has the terminal event: beside a value, its error would make every event larger.
    case terminal
  }

  @usableFromInline
  struct WaitingEvent: Sendable {
    @usableFromInline let origin: Probe.Origin
    /// Nil if the source has ended without an event.
    @usableFromInline let delivery: (event: Event, receiver: HopReceiver<Value>)?
    @inlinable
    init(_ origin: Probe.Origin, _ delivery: (event: Event, receiver: HopReceiver<Value>)?) {
      (self.origin, self.delivery) = (origin, delivery)
    }
  }

  @usableFromInline
  struct Waiting: Sendable {
    @usableFromInline var events: [WaitingEvent?] = []
    /// Whether a call of `work()` handles events.
    @usableFromInline var isWorking = false
    /// Whether the scheduler has run a turn inside that call.
    @usableFromInline var isTurnDue = false
    @inlinable init() {}
  }

  @usableFromInline let scheduler: Scheduler
  @usableFromInline weak let chain: Chain?
  /// The source line of the subscription, for traces.
  @usableFromInline let site: UInt32
  /// The number of events that the scheduler has not finished.
  @usableFromInline let pending = Atomic<Int>(0)
  @usableFromInline let waiting: Lock<Waiting>
  @safe @exclusivity(unchecked) @usableFromInline var batch: [WaitingEvent?] = []
  /// Written before `waiting` is emptied, and read under its lock. So no event is added after that.
  @usableFromInline let disposed = Atomic<Bool>(false)

  /// Makes a hop for `chain`. The end of `chain` drops the waiting events. If the scheduler drops its work, the hop
  /// ends `chain` without an event.
  @inlinable
  init(to scheduler: Scheduler, for chain: Chain) {
    (self.scheduler, self.chain) = (scheduler, chain)
    site = chain.site
    waiting = Lock(Waiting())
    chain.add(ActionDisposable { [weak self] in self?.dispose() })
  }

  /// Handles `event` on the scheduler, or inside this call if the scheduler allows that and no earlier event waits.
  /// Like a sink, this function gets one call at a time.
  @inlinable
  func perform(_ event: Event, _ receiver: HopReceiver<Value>) {
    if mayRunInline { receiver.handle(event) } else { wait((event, receiver)) }
  }

  /// Ends the chain without an event, after the events that wait.
  @inlinable
  func end() {
    if mayRunInline { chain?.dispose() } else { wait(nil) }
  }

  @inlinable var mayRunInline: Bool { scheduler.runsInline && pending.load(ordering: .acquiring) == 0 }

  @inlinable
  func wait(_ delivery: (event: Event, receiver: HopReceiver<Value>)?) {
    let waitingEvent = WaitingEvent(Probe.hopped(site, inChain: true), delivery)
    pending.add(1, ordering: .relaxed)
    Probe.waits(for: chain, 1)
    let isFirst = waiting.withLock { waiting in
      if disposed.load(ordering: .relaxed) { return false }
      waiting.events.append(waitingEvent)
      return waiting.events.count == 1
    }
    if !isFirst { return }
    #if Tracing
      QueueHops.scheduling(for: chain) { scheduler.perform(for: self) { self.work() } }
    #else
      scheduler.perform(for: self) { self.work() }
    #endif
  }

  /// Drops the waiting events, and all later events.
  @inlinable
  func dispose() {
    disposed.store(true, ordering: .releasing)
    var dropped: [WaitingEvent?] = []
    waiting.withLock { swap(&$0.events, &dropped) }
    keepAlive(dropped)
  }

  @inlinable
  func isStranded() {
    dispose()
    chain?.dispose()
  }

  /// Handles the waiting events. Events that arrive meanwhile get a separate turn, behind the scheduler's other work.
  ///
  /// A handler may let the scheduler run that turn at once: it advances a `TestScheduler`, or runs a run loop of the
  /// main thread. The turn then leaves its events to the call in progress, which handles them after the events before
  /// them (promise R6).
  @inlinable
  func work() {
    let isInside = waiting.withLock { waiting in
      defer { waiting.isWorking = true }
      if waiting.isWorking { waiting.isTurnDue = true }
      return waiting.isWorking
    }
    if isInside { return }
    repeat {
      waiting.withLock { swap(&$0.events, &batch) }
      for index in batch.indices {
        guard let waitingEvent = batch[index].take() else { continue }
        let arrival = Probe.arrived(waitingEvent.origin)
        if let (event, receiver) = waitingEvent.delivery { receiver.handle(event) } else { chain?.dispose() }
        Probe.ended(arrival)
        pending.subtract(1, ordering: .releasing)
        Probe.waits(for: chain, -1)
      }
      // The memory of a large burst is freed.
      if batch.capacity > 128 { batch = [] } else { batch.removeAll(keepingCapacity: true) }
    } while isTurnDue()
  }

  /// Whether the call in progress has another turn to take. Ends the call if not.
  @inlinable
  func isTurnDue() -> Bool {
    waiting.withLock { waiting in
      waiting.isWorking = waiting.isTurnDue
      waiting.isTurnDue = false
      return waiting.isWorking
    }
  }
}

/// The end of a ``DeliveryHop``. The source and the events that wait hold this object, and the hop does not.
@usableFromInline
final class HopReceiver<Value: Sendable>: @unchecked Sendable {
  // Sound: `terminal` is written once, because a source sends one terminal event. The thread that writes it also reads
  // it, or hands the event to the hop, whose lock orders the reading after the writing.

  @usableFromInline let sink: Sink<Value>
  @usableFromInline let chain: Chain
  @safe @exclusivity(unchecked) @usableFromInline var terminal: Terminal?
  @inlinable init(_ sink: Sink<Value>, _ chain: Chain) { (self.sink, self.chain) = (sink, chain) }

  @inlinable
  func handle(_ event: DeliveryHop<Value>.Event) {
    if chain.isDisposed { return }
    switch event {
    case .value(let value): sink.value(value)
    case .terminal: if let terminal = terminal.take() { sink.terminal(terminal) }
    }
  }
}

extension Scheduler {
  /// Runs `action`, the work of `worker`, as a piece of work. Tells the worker if the scheduler drops the work.
  @usableFromInline
  func perform(for worker: any DroppableWorker, _ action: @escaping @Sendable () -> Void) {
    let work = DroppableWork(for: worker, action)
    perform { work.run() }
  }
}

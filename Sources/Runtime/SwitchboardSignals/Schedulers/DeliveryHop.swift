import SwitchboardBroadcast
import Synchronization

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
///
/// The values lie in a queue without their type, which the receiver knows. So the code is compiled once.
final class DeliveryHop: DroppableWorker, @unchecked Sendable {
  // Sound: `batch` is touched only by the call of `work()` that has set `isWorking`, and by the deinit. Everything else
  // is constant, atomic or has a lock. A hop has one receiver, which knows the type of the values.

  fileprivate enum Event: Sendable {
    /// The first of the values that wait.
    case value
    /// The receiver has the terminal event.
    case terminal
    /// The source has ended without an event.
    case loss
  }

  fileprivate struct Batch: Sendable {
    var events: [(origin: Probe.Origin, event: Event)] = []
    var values = UntypedQueue()
    /// Nil if no event is for the receiver.
    var receiver: HopReceiver?

    /// Forgets the events, which have been handled. The memory stays, except that of a large burst.
    mutating func reset() {
      if events.capacity > 128 { return removeAll() }
      events.removeAll(keepingCapacity: true)
      receiver = nil
    }

    /// Drops the events, and frees the memory.
    mutating func removeAll() {
      if values.count > 0 { receiver?.removeAll(from: &values) }
      values.deallocate()
      (events, receiver) = ([], nil)
    }
  }

  private struct Waiting: Sendable {
    var batch = Batch()
    /// Whether a call of `work()` handles events.
    var isWorking = false
    /// Whether the scheduler has run a turn inside that call.
    var isTurnDue = false
  }

  private let scheduler: Scheduler
  private weak let chain: Chain?
  /// The source line of the subscription, for traces.
  private let site: UInt32
  /// The number of events that the scheduler has not finished.
  private let pending = Atomic<Int>(0)
  private let waiting = Lock(Waiting())
  @safe @exclusivity(unchecked) fileprivate var batch = Batch()
  /// Written before `waiting` is emptied, and read under its lock. So no event is added after that.
  private let disposed = Atomic<Bool>(false)

  /// Makes a hop for `chain`. The end of `chain` drops the waiting events. If the scheduler drops its work, the hop
  /// ends `chain` without an event.
  init(to scheduler: Scheduler, for chain: Chain) {
    (self.scheduler, self.chain) = (scheduler, chain)
    site = chain.site
    chain.add(ActionDisposable { [weak self] in self?.dispose() })
  }

  deinit {
    dispose()
    batch.removeAll()
  }

  /// Sends `value` to `receiver`, the one receiver of this hop. Sends on the scheduler, or inside this call if the
  /// scheduler allows that and no earlier event waits. Like a sink, this function gets one call at a time.
  func send<Value>(_ value: Value, to receiver: ValueReceiver<Value>) {
    if mayRunInline { return receiver.receive(value) }
    wait(.value, receiver) { $0.append(value) }
  }

  /// Sends the terminal event that `receiver` has. See ``send(_:to:)``.
  func sendTerminal(to receiver: HopReceiver) {
    if mayRunInline { receiver.end() } else { wait(.terminal, receiver) }
  }

  /// Ends the chain without an event, after the events that wait.
  func end() {
    if mayRunInline { chain?.dispose() } else { wait(.loss, nil) }
  }

  private var mayRunInline: Bool { scheduler.runsInline && pending.load(ordering: .acquiring) == 0 }

  /// Lets an event wait. `store` adds its value to those that wait, if it has one.
  @inline(__always)
  private func wait(_ event: Event, _ receiver: HopReceiver?, _ store: (inout UntypedQueue) -> Void = { _ in }) {
    let origin = Probe.hopped(site, inChain: true)
    pending.add(1, ordering: .relaxed)
    Probe.waits(for: chain, 1)
    let isFirst = waiting.withLock { waiting in
      if disposed.load(ordering: .relaxed) { return false }
      waiting.batch.events.append((origin, event))
      if waiting.batch.receiver == nil { waiting.batch.receiver = receiver }
      store(&waiting.batch.values)
      return waiting.batch.events.count == 1
    }
    if !isFirst { return }
    #if Tracing
      QueueHops.scheduling(for: chain) { scheduler.perform(for: self) { self.work() } }
    #else
      scheduler.perform(for: self) { self.work() }
    #endif
  }

  /// Drops the waiting events, and all later events.
  private func dispose() {
    disposed.store(true, ordering: .releasing)
    var dropped = Batch()
    waiting.withLock { swap(&$0.batch, &dropped) }
    dropped.removeAll()
  }

  func isStranded() {
    dispose()
    chain?.dispose()
  }

  /// Handles the waiting events. Events that arrive meanwhile get a separate turn, behind the scheduler's other work.
  ///
  /// A handler may let the scheduler run that turn at once: it advances a `TestScheduler`, or runs a run loop of the
  /// main thread. The turn then leaves its events to the call in progress, which handles them after the events before
  /// them (promise R6).
  private func work() {
    let isInside = waiting.withLock { waiting in
      defer { waiting.isWorking = true }
      if waiting.isWorking { waiting.isTurnDue = true }
      return waiting.isWorking
    }
    if isInside { return }
    repeat {
      waiting.withLock { swap(&$0.batch, &batch) }
      let receiver = batch.receiver
      for index in batch.events.indices {
        let (origin, event) = batch.events[index]
        let arrival = Probe.arrived(origin)
        switch event {
        case .value: receiver?.receiveFirst(of: self)
        case .terminal: receiver?.end()
        case .loss: chain?.dispose()
        }
        Probe.ended(arrival)
        pending.subtract(1, ordering: .releasing)
        Probe.waits(for: chain, -1)
      }
      batch.reset()
    } while isTurnDue()
  }

  /// Whether the call in progress has another turn to take. Ends the call if not.
  private func isTurnDue() -> Bool {
    waiting.withLock { waiting in
      waiting.isWorking = waiting.isTurnDue
      waiting.isTurnDue = false
      return waiting.isWorking
    }
  }
}

/// The end of a ``DeliveryHop``. The source and the events that wait hold this object, and the hop does not.
class HopReceiver: @unchecked Sendable {
  // Sound: `terminal` is written once, because a source sends one terminal event. The thread that writes it also reads
  // it, or hands the event to the hop, whose lock orders the reading after the writing. The rest is constant.

  private let onTerminal: @Sendable (Terminal) -> Void
  fileprivate final let chain: Chain
  @safe @exclusivity(unchecked) final var terminal: Terminal?

  fileprivate init(_ onTerminal: @escaping @Sendable (Terminal) -> Void, _ chain: Chain) {
    (self.onTerminal, self.chain) = (onTerminal, chain)
  }

  fileprivate final func end() {
    if !chain.isDisposed, let terminal = terminal.take() { onTerminal(terminal) }
  }

  /// Takes the first value of the batch of `hop`. For the subclass, which knows the type, as the next function.
  fileprivate func receiveFirst(of hop: DeliveryHop) {}

  /// Destroys the values that have waited.
  fileprivate func removeAll(from values: inout UntypedQueue) {}
}

/// Receives the values of a hop. Knows their type, which the hop does not.
final class ValueReceiver<Value: Sendable>: HopReceiver, @unchecked Sendable {
  // Sound: the property that this class adds is constant.
  private let onNext: @Sendable (Value) -> Void

  init(_ sink: Sink<Value>, _ chain: Chain) {
    onNext = sink.value
    super.init(sink.terminal, chain)
  }

  fileprivate func receive(_ value: Value) { if !chain.isDisposed { onNext(value) } }

  fileprivate override func receiveFirst(of hop: DeliveryHop) {
    // In its place, which stays: values that come meanwhile lie in another batch.
    hop.batch.values.withFirst(Value.self) { receive($0) }
    hop.batch.values.removeFirst(Value.self)
  }

  fileprivate override func removeAll(from values: inout UntypedQueue) { values.removeAll(Value.self) }
}

extension Scheduler {
  /// Runs `action`, the work of `worker`, as a piece of work. Tells the worker if the scheduler drops the work.
  func perform(for worker: any DroppableWorker, _ action: @escaping @Sendable () -> Void) {
    let work = DroppableWork(for: worker, action)
    perform { work.run() }
  }
}

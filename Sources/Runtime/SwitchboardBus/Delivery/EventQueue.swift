internal import SwitchboardBroadcast
internal import SwitchboardSignals
import Synchronization

/// The events that wait for a handler outside the dispatch. The handler receives them one at a time, in order.
///
/// Events wait here and not in the work of a scheduler or a task, so that all of them are released when the
/// subscription ends, and so that a limit counts all of them.
class EventQueue<Value: Sendable, Handler: Sendable>: Reaction<Value>, @unchecked Sendable {
  // Sound: the state has a lock, and the other property is constant.
  struct QueuedEvent: Sendable {
    let value: Value
    /// Reports the result, if a delivery awaits the result.
    let resolver: HandlingFuture.Resolver?
    let origin: Probe.Origin
  }

  private struct State {
    var handler: Handler?
    var events: RingBuffer<QueuedEvent>
    /// The highest number of events that have waited together.
    var highest = 0
    /// Whether a run takes events out, or is about to.
    var isRunning = false

    /// Returns whether more events wait. If not, ends the run: the next event starts a new one.
    mutating func goesOn() -> Bool {
      isRunning = events.count > 0
      // Frees the memory of a burst. The buffer is empty here, so freeing it under the lock runs no deinit.
      if !isRunning, events.capacity > 32 { events = RingBuffer(limit: events.limit) }
      return isRunning
    }
  }

  private let state: Lock<State>
  private let limit: EventLimit?
  /// The number of events that wait, for inspectors.
  private let waiting = Probe.Kept()

  init(_ core: BusCore, _ limit: EventLimit?, handler: Handler) {
    state = Lock(State(handler: handler, events: RingBuffer(limit: limit?.count ?? .max)))
    self.limit = limit
    super.init(core)
  }

  /// Starts a run that takes events out, on the scheduler or in a task.
  func start() { fatalError("a subclass of EventQueue must override `start()`") }

  /// Whether an event is handled in the call that posts it, if no run is in progress.
  var handlesInline: Bool { false }

  /// Handles an event in the call that posts it. For a subclass that overrides ``handlesInline``.
  func handle(_ event: QueuedEvent, _ handler: Handler) {
    fatalError("a subclass of EventQueue must override `handle(_:_:)`")
  }

  final override func handle(_ value: Value) { post(value, nil) }

  final override func step(_ value: Value) -> DeliveryStep.Action {
    .post { [self] in
      let future = HandlingFuture()
      post(value, HandlingFuture.Resolver(future))
      return future
    }
  }

  private func post(_ value: Value, _ resolver: HandlingFuture.Resolver?) {
    let origin = Probe.hopped(subscription?.site ?? 0)
    let event = QueuedEvent(value: value, resolver: resolver, origin: origin)
    let handlesInline = handlesInline
    let (isFirst, handler, dropped) = state.withLock { state -> (Bool, Handler?, QueuedEvent?) in
      guard let handler = state.handler else { return (false, nil, nil) }
      if handlesInline, !state.isRunning { return (false, handler, nil) }
      if limit?.whenFull == .dropNewest, state.events.count == state.events.limit { return (false, nil, event) }
      let dropped = state.events.append(event)
      Probe.holds(waiting, state.events.count)
      state.highest = max(state.highest, state.events.count)
      defer { state.isRunning = true }
      return (!state.isRunning, nil, dropped)
    }
    if let handler { handle(event, handler) } else if isFirst { start() }
    guard let dropped else { return }
    core.dropped.add(1, ordering: .relaxed)
    dropped.resolver?.resolve(.failed(failure(EventDropped(), of: dropped.value)))
  }

  /// Takes out the next event, and returns it with the handler. If no event waits, ends the run and returns nil.
  final func next() -> (event: QueuedEvent, handler: Handler)? {
    state.withLock { state in
      #if Inspector
        defer { Probe.holds(waiting, state.events.count) }
      #endif
      if let handler = state.handler, let event = state.events.popFirst() { return (event, handler) }
      _ = state.goesOn()
      return nil
    }
  }

  /// Returns whether more events wait. If not, ends the run.
  final func goesOn() -> Bool { state.withLock { $0.goesOn() } }

  final override var depth: (now: Int, highest: Int) { state.withLock { ($0.events.count, $0.highest) } }

  #if Inspector
    final override func count(for subscription: SubscriptionNode) { Probe.waits(for: subscription, in: waiting) }
  #endif

  final override func close() { state.exchange(State(events: RingBuffer(limit: 0))) }

  /// Reports the result of an event: to the delivery that awaits the result, or, if there is none, an error to
  /// ``EventBus/failures``.
  final func resolve(_ event: QueuedEvent, _ error: (any Error)?) {
    guard let error else { return event.resolver?.resolve(.handled) ?? () }
    let failure = failure(error, of: event.value)
    if let resolver = event.resolver { resolver.resolve(.failed(failure)) } else { core.report(failure) }
  }
}

/// The event queue of a handler on a scheduler.
final class SchedulerEventQueue<Value: Sendable>: EventQueue<Value, @Sendable (Value) throws -> Void>, DroppableWorker,
  @unchecked Sendable
{
  // Sound: the added property is constant.
  private let scheduler: Scheduler

  init(
    _ core: BusCore, _ scheduler: Scheduler, _ limit: EventLimit?, _ handler: @escaping @Sendable (Value) throws -> Void
  ) {
    self.scheduler = scheduler
    super.init(core, limit, handler: handler)
  }

  override var handlesInline: Bool { scheduler.runsInline }

  override func handle(_ event: QueuedEvent, _ handler: @escaping @Sendable (Value) throws -> Void) {
    guard begins() else { return }
    do {
      if let context = event.resolver?.context {
        try RemoteContext.$current.withValue(context) { try handler(event.value) }
      } else {
        try handler(event.value)
      }
      resolve(event, nil)
    } catch {
      resolve(event, error)
    }
  }

  override func start() {
    let work = DroppableWork(for: self) { self.work() }
    #if Tracing
      QueueHops.scheduling(for: subscription) { scheduler.perform { work.run() } }
    #else
      scheduler.perform { work.run() }
    #endif
  }

  private func work() {
    for _ in 0..<depth.now {
      guard case let (event, handler)? = next() else { return }
      let arrival = Probe.arrived(event.origin)
      handle(event, handler)
      Probe.ended(arrival)
    }
    // Events that came meanwhile get a separate turn, after the other work of the scheduler.
    if goesOn() { start() }
  }

  func isStranded() {
    close()
    subscription?.dispose()
  }
}

/// The event queue of an asynchronous handler. Its task lasts until no event waits.
final class TaskEventQueue<Value: Sendable>: EventQueue<Value, @Sendable (Value) async throws -> Void>,
  @unchecked Sendable
{
  // Sound: the added property is written only in the initialiser.
  private var executor: (any TaskExecutor)?

  /// - Parameters:
  ///   - executor: The executor that the task prefers, or nil for the executor of `scheduler`.
  ///   - scheduler: The scheduler on which the task runs if there is no executor.
  init(
    _ core: BusCore, _ executor: (any TaskExecutor)?, _ scheduler: Scheduler?, _ limit: EventLimit?,
    _ handler: @escaping @Sendable (Value) async throws -> Void
  ) {
    super.init(core, limit, handler: handler)
    self.executor = executor ?? scheduler?.taskExecutor { [weak self] in self?.subscription }
  }

  // A detached task: a task handles the events of several senders, so it must not have the task-local values of the
  // first of them.
  override func start() {
    Task.detached(executorPreference: executor, priority: Task.currentPriority) { await self.drain() }
  }

  private func drain() async {
    while case let (event, handler)? = next() {
      Probe.ended(Probe.arrived(event.origin))
      guard begins() else { continue }
      do {
        if let context = event.resolver?.context {
          try await RemoteContext.$current.withValue(context) { try await handler(event.value) }
        } else {
          try await handler(event.value)
        }
        resolve(event, nil)
      } catch {
        resolve(event, error)
      }
    }
  }
}

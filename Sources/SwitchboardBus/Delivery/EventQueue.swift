import SwitchboardBroadcast
import SwitchboardSignals

/// The events that wait for a handler outside the dispatch. The handler receives them one at a time, in order.
///
/// Events wait here and not in the work of a scheduler or a task, so that all of them are released when the
/// subscription ends.
class EventQueue<Value: Sendable, Handler: Sendable>: Reaction<Value>, @unchecked Sendable {
  // Sound: the state has a lock.
  struct QueuedEvent: Sendable {
    let value: Value
    /// Reports the result, if a delivery awaits the result.
    let resolver: HandlingFuture.Resolver?
    let origin: Probe.Origin
  }

  private struct State {
    var handler: Handler?
    var events: [QueuedEvent] = []
    /// Whether a run takes events out, or is about to.
    var isRunning = false
  }

  private let state: Lock<State>

  init(_ core: BusCore, handler: Handler) {
    state = Lock(State(handler: handler))
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
    let (isFirst, handler) = state.withLock { state -> (Bool, Handler?) in
      guard let handler = state.handler else { return (false, nil) }
      if handlesInline, !state.isRunning { return (false, handler) }
      state.events.append(event)
      defer { state.isRunning = true }
      return (!state.isRunning, nil)
    }
    if let handler { handle(event, handler) } else if isFirst { start() }
  }

  /// Takes out all events, and returns them with the handler. Returns nil if the queue is closed.
  final func takeAll() -> (events: OneByOne<QueuedEvent>, handler: Handler)? {
    state.withLock { state in
      guard let handler = state.handler else { return nil }
      var events: [QueuedEvent] = []
      swap(&events, &state.events)
      return (OneByOne(events), handler)
    }
  }

  /// Returns whether more events wait. If no event waits, the next event starts a new run.
  final func goesOn() -> Bool {
    state.withLock { state in
      state.isRunning = !state.events.isEmpty
      return state.isRunning
    }
  }

  final override func close() { state.exchange(State()) }

  /// Reports the result of an event: to the delivery that awaits the result, or, if there is none, an error to
  /// ``EventBus/failures``.
  final func resolve(_ event: QueuedEvent, _ error: (any Error)?) {
    guard let error else { return event.resolver?.resolve(nil) ?? () }
    let failure = failure(error, of: event.value)
    if let resolver = event.resolver { resolver.resolve(failure) } else { core.failures.send(failure) }
  }
}

/// The event queue of a handler on a scheduler.
final class SchedulerEventQueue<Value: Sendable>: EventQueue<Value, @Sendable (Value) throws -> Void>, DroppableWorker,
  @unchecked Sendable
{
  // Sound: the added property is constant.
  private let scheduler: Scheduler

  init(_ core: BusCore, _ scheduler: Scheduler, _ handler: @escaping @Sendable (Value) throws -> Void) {
    self.scheduler = scheduler
    super.init(core, handler: handler)
  }

  override var handlesInline: Bool { scheduler.runsInline }

  override func handle(_ event: QueuedEvent, _ handler: @escaping @Sendable (Value) throws -> Void) {
    guard begins() else { return }
    do {
      try handler(event.value)
      resolve(event, nil)
    } catch {
      resolve(event, error)
    }
  }

  override func start() {
    let work = DroppableWork(for: self)
    scheduler.perform { work.run() }
  }

  func work() {
    guard case (var events, let handler)? = takeAll() else { return }
    while let event = events.next() {
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
  // Sound: the added property is constant.
  private let executor: (any TaskExecutor)?

  init(
    _ core: BusCore, _ executor: (any TaskExecutor)?, _ handler: @escaping @Sendable (Value) async throws -> Void
  ) {
    self.executor = executor
    super.init(core, handler: handler)
  }

  // A detached task: a task handles the events of several senders, so it must not have the task-local values of the
  // first of them.
  override func start() {
    Task.detached(executorPreference: executor, priority: Task.currentPriority) { await self.drain() }
  }

  private func drain() async {
    repeat {
      guard case (var events, let handler)? = takeAll() else { return }
      while let event = events.next() {
        Probe.ended(Probe.arrived(event.origin))
        guard begins() else { continue }
        do {
          try await handler(event.value)
          resolve(event, nil)
        } catch {
          resolve(event, error)
        }
      }
    } while goesOn()
  }
}

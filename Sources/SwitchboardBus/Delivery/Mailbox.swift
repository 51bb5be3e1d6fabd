import SwitchboardBroadcast
import SwitchboardSignals

/// Events on their way to a handler that does not run inside the dispatch: one at a time, in order.
///
/// They wait here and not in the work of a queue or a task, so that all is released when the subscription ends.
class Mailbox<Value: Sendable, Handler: Sendable>: Reaction<Value>, @unchecked Sendable {
  // Sound: it has a lock of its own.
  struct Letter: Sendable {
    let value: Value
    let ticket: Ticket.Stub?
    let origin: EventOrigin
  }

  private struct State {
    var handler: Handler?
    var letters: [Letter] = []
    /// Whether somebody is taking them out, or is about to.
    var isRunning = false
  }

  private let state: Lock<State>

  init(_ core: BusCore, handler: Handler) {
    state = Lock(State(handler: handler))
    super.init(core)
  }

  /// Begins to take letters out, elsewhere.
  func start() {}

  /// Whether the first letter is to be handled by who brings it.
  var isOnTheSpot: Bool { false }
  func handle(_ letter: Letter, _ handler: Handler) {}

  final override func handle(_ value: Value) { post(value, nil) }

  final override func step(_ value: Value) -> DeliveryStep.Action {
    .post { [self] in
      let ticket = Ticket()
      post(value, Ticket.Stub(ticket))
      return ticket
    }
  }

  private func post(_ value: Value, _ ticket: Ticket.Stub?) {
    var origin = noOrigin()
    origin = BusProbe.hopped(subscription)
    let letter = Letter(value: value, ticket: ticket, origin: origin)
    let isOnTheSpot = isOnTheSpot
    let (isFirst, handler) = state.withLock { state -> (Bool, Handler?) in
      guard let handler = state.handler else { return (false, nil) }
      if isOnTheSpot, !state.isRunning { return (false, handler) }
      state.letters.append(letter)
      defer { state.isRunning = true }
      return (!state.isRunning, nil)
    }
    if let handler { handle(letter, handler) } else if isFirst { start() }
  }

  /// The letters of now, the last first, and who handles them.
  final func takeAll() -> (letters: [Letter], handler: Handler)? {
    state.withLock { state in
      guard let handler = state.handler else { return nil }
      let letters = state.letters
      state.letters = []
      return (letters.reversed(), handler)
    }
  }

  /// Whether there are more; if not, the next letter begins anew.
  final func goesOn() -> Bool {
    state.withLock { state in
      state.isRunning = !state.letters.isEmpty
      return state.isRunning
    }
  }

  final override func close() {
    let dropped = state.withLock { state -> ([Letter], Handler?) in
      let dropped = (state.letters, state.handler)
      state.letters = []
      state.handler = nil
      return dropped
    }
    withExtendedLifetime(dropped) {}
  }

  final func settle(_ letter: Letter, _ error: (any Error)?) {
    guard let error else { return letter.ticket?.resolve(nil) ?? () }
    let failure = failure(error, of: letter.value)
    if let ticket = letter.ticket { ticket.resolve(failure) } else { core.failures.send(failure) }
  }
}

/// To a scheduler.
final class QueueMailbox<Value: Sendable>: Mailbox<Value, @Sendable (Value) throws -> Void>, DroppableWorker,
  @unchecked Sendable
{
  // Sound: what it adds is constant.
  private let scheduler: Scheduler

  init(_ core: BusCore, _ scheduler: Scheduler, _ handler: @escaping @Sendable (Value) throws -> Void) {
    self.scheduler = scheduler
    super.init(core, handler: handler)
  }

  override var isOnTheSpot: Bool { scheduler.takesOnTheSpot }

  override func handle(_ letter: Letter, _ handler: @escaping @Sendable (Value) throws -> Void) {
    guard begins() else { return }
    do {
      try handler(letter.value)
      settle(letter, nil)
    } catch {
      settle(letter, error)
    }
  }

  override func start() {
    let work = DroppableWork(for: self)
    scheduler.perform { work.run() }
  }

  func work() {
    guard let taken = takeAll() else { return }
    var letters = taken.letters
    // Backwards from the end, so that each is let go after its turn.
    while let letter = letters.popLast() {
      let arrival = BusProbe.arrived(letter.origin)
      handle(letter, taken.handler)
      BusProbe.ended(arrival)
    }
    // Those that came meanwhile get a turn of their own, after what else the scheduler has to do.
    if goesOn() { start() }
  }

  func isStranded() {
    close()
    subscription?.dispose()
  }
}

/// To a task, which lasts until there is nothing more.
final class TaskMailbox<Value: Sendable>: Mailbox<Value, @Sendable (Value) async throws -> Void>, @unchecked Sendable {
  // Sound: what it adds is constant.
  private let executor: (any TaskExecutor)?

  init(
    _ core: BusCore, _ executor: (any TaskExecutor)?, _ handler: @escaping @Sendable (Value) async throws -> Void
  ) {
    self.executor = executor
    super.init(core, handler: handler)
  }

  override func start() { Task(executorPreference: executor) { await self.drain() } }

  private func drain() async {
    repeat {
      guard let taken = takeAll() else { return }
      let handler = taken.handler
      var letters = taken.letters
      while let letter = letters.popLast() {
        let arrival = BusProbe.arrived(letter.origin)
        BusProbe.ended(arrival)
        guard begins() else { continue }
        do {
          try await handler(letter.value)
          settle(letter, nil)
        } catch {
          settle(letter, error)
        }
      }
    } while goesOn()
  }
}

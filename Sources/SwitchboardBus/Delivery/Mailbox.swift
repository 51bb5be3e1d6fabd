import SwitchboardBroadcast
import SwitchboardSignals

/// The events that wait for a handler outside the dispatch. The handler receives them one at a time, in order.
///
/// Events wait in the mailbox and not in the work of a queue or a task, so that all of them are released when the
/// subscription ends.
class Mailbox<Value: Sendable, Handler: Sendable>: Reaction<Value>, @unchecked Sendable {
  // Sound: the state has a lock.
  struct Letter: Sendable {
    let value: Value
    let ticket: Ticket.Stub?
    let origin: EventOrigin
  }

  private struct State {
    var handler: Handler?
    var letters: [Letter] = []
    /// Whether a run takes letters out, or is about to.
    var isRunning = false
  }

  private let state: Lock<State>

  init(_ core: BusCore, handler: Handler) {
    state = Lock(State(handler: handler))
    super.init(core)
  }

  /// Starts a run that takes letters out, on the scheduler or in a task.
  func start() {}

  /// Whether a letter is handled in the call that posts it, if no run is in progress.
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

  /// Takes out all letters, and returns them with the handler. The last letter comes first. Returns nil if the mailbox
  /// is closed.
  final func takeAll() -> (letters: [Letter], handler: Handler)? {
    state.withLock { state in
      guard let handler = state.handler else { return nil }
      let letters = state.letters
      state.letters = []
      return (letters.reversed(), handler)
    }
  }

  /// Returns whether more letters wait. If no letter waits, the next letter starts a new run.
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

/// The mailbox of a handler on a scheduler.
final class QueueMailbox<Value: Sendable>: Mailbox<Value, @Sendable (Value) throws -> Void>, DroppableWorker,
  @unchecked Sendable
{
  // Sound: the added property is constant.
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
    // The letters are in reverse order, so that taking each from the end releases it after its turn.
    while let letter = letters.popLast() {
      let arrival = BusProbe.arrived(letter.origin)
      handle(letter, taken.handler)
      BusProbe.ended(arrival)
    }
    // Letters that came meanwhile get a separate turn, after the other work of the scheduler.
    if goesOn() { start() }
  }

  func isStranded() {
    close()
    subscription?.dispose()
  }
}

/// The mailbox of an asynchronous handler. Its task lasts until no letter waits.
final class TaskMailbox<Value: Sendable>: Mailbox<Value, @Sendable (Value) async throws -> Void>, @unchecked Sendable {
  // Sound: the added property is constant.
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

package import SwitchboardBroadcast
package import SwitchboardSignals

// What links between processes need of a bus. Not public: see the product `SwitchboardLink`.

extension EventBus {
  /// Calls `handler` with each event of a type that this process dispatches, inside the dispatch, like any subscriber
  /// of priority 0. Events that ``receive(_:waits:on:flow:fileID:line:_:)`` brings in do not reach `handler`.
  package func forward<E: Event>(
    _ type: E.Type, fileID: StaticString, line: UInt32, _ handler: @escaping @Sendable (E) -> Void
  ) -> Subscription {
    core.remote.withLock { $0.forwarders[ObjectIdentifier(type), default: 0] += 1 }
    return on(type).subscribe(fileID, line, reaction: Forwarder(core, ending: ObjectIdentifier(type), handler))
  }

  /// Delivers an event that another process has sent. The audience and its order are those of a dispatch, without
  /// forwarders. Handlers run on the calling thread, and on `scheduler` after an asynchronous handler.
  ///
  /// - Parameters:
  ///   - waits: Whether asynchronous handlers are awaited, each before the next handler. If not, their errors go to
  ///     ``failures``, like those of a dispatch.
  ///   - flow: The number of the event's flow in a trace; 0: none.
  ///   - done: Called with the errors of the handlers, in the order of their turns, or with nil if the event had no
  ///     subscriber.
  package func receive<E: Event>(
    _ event: E, waits: Bool, on scheduler: Scheduler, flow: UInt64, fileID: StaticString, line: UInt32,
    _ done: @escaping @Sendable ([EventFailure]?) -> Void
  ) {
    var steps = DeliverySteps()
    steps.isRemote = true
    core.collect(event, &steps)
    if steps.steps.isEmpty { return done(nil) }
    let arrival = Probe.arrived(flow)
    RemoteDelivery(core, steps.steps, waits, scheduler, fileID, line, done).go()
    Probe.ended(arrival)
  }

  /// Sends an error of a handler to ``failures``.
  package func report(_ failure: EventFailure) { core.failures.send(failure) }

  /// Whether an event of a type would have a subscriber other than forwarders. True also if the bus has a subscriber of
  /// any supertype.
  package func isHeard<E: Event>(_ type: E.Type) -> Bool {
    let hash = BusCore.hash(of: type)
    let (pins, hasSupertypes) = core.withTable(hash) { table in
      (unsafe table.channel(of: type, hash: hash)?._withUnsafeGuaranteedRef { $0.pins } ?? 0, table.hasSupertypes)
    }
    return hasSupertypes || pins > core.remote.withLock { $0.forwarders[ObjectIdentifier(type)] ?? 0 }
  }

  /// Calls `action` after each new subscription of this bus, on the subscribing thread, until the returned disposable
  /// is disposed. The subscription may not have joined its audience yet.
  package func watchSubscriptions(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    let number = core.remote.withLock { remote in
      remote.lastWatcher += 1
      remote.watchers[remote.lastWatcher] = action
      return remote.lastWatcher
    }
    core.watchers.add(1, ordering: .relaxed)
    return ActionDisposable { [weak core] in
      guard let core else { return }
      let watcher = core.remote.withLock { $0.watchers.removeValue(forKey: number) }
      if watcher != nil { core.watchers.subtract(1, ordering: .relaxed) }
    }
  }
}

/// What a link tells handlers about the event that they handle.
package enum RemoteContext {
  /// Nil if this process has dispatched the event.
  @TaskLocal package static var current: (any AnyObject & Sendable)?
}

/// The state of a bus for its links.
struct RemoteState: Sendable {
  /// The number of forwarders by the type of event.
  var forwarders: [ObjectIdentifier: Int] = [:]
  var watchers: [Int: @Sendable () -> Void] = [:]
  var lastWatcher = 0
}

extension BusCore {
  /// Calls the watchers of subscriptions.
  @usableFromInline
  func tellWatchers() {
    for (_, watcher) in remote.withLock({ $0.watchers }) { watcher() }
  }
}

/// A handler that takes the events of this process to others. Never a part of a remote delivery.
final class Forwarder<Value: Sendable>: Reaction<Value>, @unchecked Sendable {
  // Sound: the properties are constant.
  private let body: @Sendable (Value) -> Void
  private let type: ObjectIdentifier

  init(_ core: BusCore, ending type: ObjectIdentifier, _ body: @escaping @Sendable (Value) -> Void) {
    (self.body, self.type) = (body, type)
    super.init(core)
  }

  override func handle(_ value: Value) { body(value) }

  override func step(_ value: Value) -> DeliveryStep.Action {
    .attempt {
      self.body(value)
      return nil
    }
  }

  override func close() {
    core.remote.withLock { remote in
      guard let count = remote.forwarders[type] else { return }
      remote.forwarders[type] = count > 1 ? count - 1 : nil
    }
  }
}

/// A delivery that goes on after each asynchronous handler, without a task.
private final class RemoteDelivery: Sendable {
  private struct State {
    var next = 0
    var failures: [EventFailure] = []
    var trace = Probe.OfDelivery()
  }
  private let core: BusCore
  private let steps: [DeliveryStep]
  private let waits: Bool
  private let scheduler: Scheduler
  private let fileID: StaticString
  private let line: UInt32
  private let done: @Sendable ([EventFailure]?) -> Void
  /// Only one thread at a time takes steps; the lock hands the state over.
  private let state = Lock(State())

  init(
    _ core: BusCore, _ steps: [DeliveryStep], _ waits: Bool, _ scheduler: Scheduler, _ fileID: StaticString,
    _ line: UInt32, _ done: @escaping @Sendable ([EventFailure]?) -> Void
  ) {
    (self.core, self.steps, self.waits, self.scheduler) = (core, steps, waits, scheduler)
    (self.fileID, self.line, self.done) = (fileID, line, done)
  }

  func go() {
    var state = state.withLock { $0 }
    // Any handler of the audience may borrow the delivery, so the frame has no limit.
    var frame = DispatchFrame(limit: .max)
    while state.next < steps.count, !frame.isCancelled {
      let step = steps[state.next]
      state.next += 1
      guard step.isDue else { continue }
      Probe.reached(step.subscription, &state.trace, fileID, line)
      switch step.action {
      case .attempt(let body):
        var failure: EventFailure?
        unsafe DispatchFrame.enter(&frame) { failure = body() }
        if let failure {
          if waits { state.failures.append(failure) } else { core.failures.send(failure) }
        }
      case .post(let body):
        let future = body()
        if !waits {
          future.whenDone { [core] failure in if let failure { core.failures.send(failure) } }
          continue
        }
        Probe.paused(&state.trace, fileID, line)
        let paused = state
        self.state.withLock { $0 = paused }
        let context = RemoteContext.current
        future.whenDone { failure in
          self.scheduler.perform {
            self.state.withLock {
              if let failure { $0.failures.append(failure) }
              Probe.resumed(&$0.trace)
            }
            RemoteContext.$current.withValue(context) { self.go() }
          }
        }
        return
      }
    }
    Probe.ended(&state.trace)
    done(state.failures)
  }
}

internal import SwitchboardBroadcast
internal import SwitchboardBus
internal import SwitchboardSignals

// What links need of a bus. Here, so that programs without a link do not contain it.

extension EventBus {
  /// Calls `handler` with each event of a type that this process dispatches, inside the dispatch, like any subscriber
  /// of priority 0. Events that ``receive(_:waits:on:flow:fileID:line:_:)`` brings in do not reach `handler`.
  func forward<E: Event>(
    _ type: E.Type, fileID: StaticString, line: UInt32, _ handler: @escaping @Sendable (E) -> Void
  ) -> Subscription {
    // Known as a forwarder before it is admitted: the bag takes the subscription first.
    on(type).bound(to: forwarders(of: type)).next(fileID: fileID, line: line, handler)
  }

  /// Delivers an event that another process has sent. The audience and its order are those of a dispatch, without
  /// forwarders. Handlers run on the calling thread, and on `scheduler` after an asynchronous handler.
  ///
  /// - Parameters:
  ///   - waits: Whether asynchronous handlers are awaited, each before the next handler. If not, their errors go to
  ///     ``failures``, like those of a dispatch.
  ///   - flow: The number of the event's flow in a trace; 0: none.
  ///   - done: Called with what became of the event.
  func receive<E: Event>(
    _ event: E, waits: Bool, on scheduler: Scheduler, flow: UInt64, fileID: StaticString, line: UInt32,
    _ done: @escaping @Sendable (RemoteOutcome) -> Void
  ) {
    var steps = core.steps(for: event)
    let forwarders = forwarders(of: E.self).members
    if !forwarders.isEmpty { steps.removeAll { step in forwarders.contains { $0 === step.subscription } } }
    if steps.isEmpty { return done(isPassedOver(event) ? .notSelected : .unheard) }
    let arrival = Probe.arrived(flow)
    RemoteDelivery(core, steps, waits, scheduler, fileID, line, done).go()
    Probe.ended(arrival)
  }

  /// Whether the bus has subscribers for the type of an event, and each of them selects other subtypes. False while any
  /// subscription comes or goes that could take the event.
  private func isPassedOver<E: Event>(_ event: E) -> Bool {
    let audience = core.audience(of: event)
    if audience.subtype != nil || !audience.supertypes.isEmpty { return false }
    let hash = BusCore.hash(of: E.self)
    let (pins, subtypes) = core.withTable(hash) { table in
      unsafe table.topic(of: E.self, hash: hash)?._withUnsafeGuaranteedRef { ($0.pins, $0.subtypeCount) } ?? (0, 0)
    }
    return subtypes > 0 && pins - subtypes <= forwarders(of: E.self).count
  }

  /// Sends an error of a handler to ``failures``.
  func report(_ failure: EventFailure) { core.report(failure) }

  /// Whether an event of a type would have a subscriber other than forwarders. True also if the bus has a subscriber of
  /// any supertype.
  func isHeard<E: Event>(_ type: E.Type) -> Bool {
    let hash = BusCore.hash(of: type)
    let (pins, hasSupertypes) = core.withTable(hash) { table in
      (unsafe table.topic(of: type, hash: hash)?._withUnsafeGuaranteedRef { $0.pins } ?? 0, table.hasSupertypes)
    }
    return hasSupertypes || pins > forwarders(of: type).count
  }

  /// Calls `action` after each new subscription of this bus, on the subscribing thread, until the returned disposable
  /// is disposed. The subscription may not have joined its audience yet.
  func watchSubscriptions(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    let linked = LinkedBus.of(core)
    let number = linked.watch(action)
    core.watchers.add(1, ordering: .relaxed)
    return ActionDisposable { [weak core] in
      if let core, linked.endWatcher(number) { core.watchers.subtract(1, ordering: .relaxed) }
    }
  }

  private func forwarders<E: Event>(of type: E.Type) -> CompositeDisposable { LinkedBus.of(core).forwarders(of: type) }
}

/// What became of an event that another process has sent.
enum RemoteOutcome: Sendable {
  /// At least one handler was called. The errors are in the order of the handlers' turns.
  case handled([EventFailure])
  /// Each subscriber of the type selects other subtypes.
  case notSelected
  /// There was no subscriber, or each subscription ended before its handler was called.
  case unheard
}

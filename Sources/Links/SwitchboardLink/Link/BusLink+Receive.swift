public import SwitchboardBroadcast
public import SwitchboardSignals

extension BusLink {
  /// Brings the live events of a type that other processes dispatch to the subscribers of the bus, until the returned
  /// disposable is disposed or the link ends.
  ///
  /// The link subscribes at the engine while the bus has a subscriber for the type. Handlers are called as by a
  /// dispatch: errors go to `bus.failures`.
  ///
  /// - Parameters:
  ///   - type: The type of the events.
  ///   - group: If processes receive with the same group, each event reaches one of them. Nil: it reaches this process
  ///     in any case.
  ///   - limit: The largest number of events that wait for slow handlers. A further event displaces the oldest, which
  ///     is counted and reported.
  ///   - scheduler: Where handlers run, one event at a time. Nil: on threads that all links share.
  ///   - fileID: The file that receives.
  ///   - line: The line that receives.
  @discardableResult
  public func receive<E: WireEvent>(
    _ type: E.Type, group: String? = nil, limit: Int = 65_536, on scheduler: Scheduler? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> any Disposable {
    if let group { WireText.requireShort(group, "the group") }
    context.names.enter(type)
    let place = place(scheduler, fileID, line)
    let receiver = LiveReceiver(WireType(E.self), .live, group: group, limit: limit, place, context)
    return add(receiver, name: E.wireName, fileID, line)
  }

  @_documentation(visibility: internal)
  @available(*, unavailable, message: "a durable event goes to a named group: write receive(E.self, as: \"billing\")")
  @discardableResult
  public func receive<E: DurableEvent>(
    _ type: E.Type, group: String? = nil, limit: Int = 65_536, on scheduler: Scheduler? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> any Disposable { fatalError("unavailable") }

  /// Brings the durable events of a type to the subscribers of the bus, for a group of processes, until the returned
  /// disposable is disposed or the link ends.
  ///
  /// Processes with the same group share the events: each event is handled by one of them. Processes with different
  /// groups each get every event. The engine keeps for each group what it has handled, so a process that comes back
  /// goes on where the group was.
  ///
  /// The link takes events only while the bus has a subscriber for the type. The link acknowledges an event after all
  /// its handlers have returned, including asynchronous handlers. A handler that starts a `Task` and returns has
  /// returned: handle the event in the `task` of a selection. What a process held when it ended goes to another member
  /// after ``LinkOptions/acknowledgementDeadline``; a slow handler that runs keeps its event.
  ///
  /// | what happens | what becomes of the event |
  /// |---|---|
  /// | a handler throws | the error goes to `bus.failures`; the event comes again, as `retry` says |
  /// | the process ends | the event comes again, and begins alone, after a note of it; see the page Links |
  /// | the last attempt fails | the event becomes a ``DeadLetter``, and a `DeadEvent` is dispatched here |
  /// | the data cannot be read | the event becomes a ``DeadLetter`` at once; with a later version, as `retry` says |
  /// | the last subscriber goes | the event comes again, to a member with a subscriber |
  /// | all subscribers select other subtypes | the event is acknowledged, and counted in ``LinkCensus/unselected`` |
  /// | this link dispatched the event | the event is acknowledged: the dispatch has called the handlers |
  ///
  /// - Precondition: The link receives the type for no other group. The subscribers of the bus handle the events of
  ///   every group, so with two groups each handler would be called twice. Another group needs another bus and link.
  ///
  /// - Parameters:
  ///   - type: The type of the events.
  ///   - group: The name of the group: not empty, and at most 200 bytes in its escaped form.
  ///   - retry: What happens when a handler throws.
  ///   - isOrdered: Whether the group handles one event of each partition at a time, in order, also after failures.
  ///     That is slower: each event waits for the acknowledgement of the event before.
  ///   - prefetch: The most events that the process takes before it has handled earlier ones. It takes fewer if the
  ///     network or the handlers are slow.
  ///   - begins: Where a new group begins.
  ///   - scheduler: Where handlers run. Nil: on threads that all links share, one event of each partition at a time.
  ///   - fileID: The file that receives.
  ///   - line: The line that receives.
  @discardableResult
  public func receive<E: DurableEvent>(
    _ type: E.Type, as group: String, retry: RetryPolicy = RetryPolicy(), ordered isOrdered: Bool = false,
    prefetch: Int = 256, begins: ConsumerSettings.Beginning = .oldest, on scheduler: Scheduler? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> any Disposable {
    WireText.requireShort(group, "the group")
    require(!group.isEmpty, "the group has no name; use a name that the processes that share the work have in common")
    require(prefetch > 0, "no event could be taken with a prefetch of \(prefetch); use 1 or more")
    context.names.enter(type)
    let stream = routes.stream(E.self)
    let partitions: [Int?] = isOrdered && E.partitions > 1 ? (0..<E.partitions).map(Optional.some) : [nil]
    let lanes = partitions.map { partition in
      let settings = ConsumerSettings(
        stream: stream, group: group, partition: partition, isOrdered: isOrdered,
        acknowledgementDeadline: context.options.acknowledgementDeadline, begins: begins)
      let reception = DurableReception(
        type: WireType(durable: E.self), stream: stream.name, group: group, retry: retry,
        prefetch: isOrdered ? 1 : prefetch, place: place(scheduler, fileID, line),
        deadLetters: DeadLetters(core.queue, context), notes: core.notes, slot: core.slot)
      return DurableLane(reception, settings, context, core.streams)
    }
    let receiving = add(DurableReceiver(lanes), name: E.wireName, fileID, line)
    let entry = groups.enter(E.self, group)
    return ActionDisposable {
      entry.dispose()
      receiving.dispose()
    }
  }

  /// Answers the deliveries of a type that other processes make with ``deliver(_:within:fileID:line:)``, with the
  /// subscribers of the bus, until the returned disposable is disposed or the link ends.
  ///
  /// - Parameters:
  ///   - type: The type of the events.
  ///   - group: Each delivery reaches one of the processes with the same group. All processes that answer a type should
  ///     have one group: the first answer counts.
  ///   - limit: The largest number of deliveries that wait for slow handlers.
  ///   - scheduler: Where handlers run. Asynchronous handlers of several deliveries overlap. Nil: on
  ///     threads that all links share.
  ///   - fileID: The file that answers.
  ///   - line: The line that answers.
  @discardableResult
  public func respond<E: WireEvent>(
    to type: E.Type, group: String = "responders", limit: Int = 65_536, on scheduler: Scheduler? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> any Disposable {
    WireText.requireShort(group, "the group")
    context.names.enter(type)
    let (lane, application) = (core.queue.live, application)
    let place = place(scheduler, fileID, line)
    let receiver = LiveReceiver(WireType(E.self), .request, group: group, limit: limit, place, context) {
      if let answer = Answer($0, $1) { _ = lane.append(answer.outgoing(application: application)) }
    }
    return add(receiver, name: E.wireName, fileID, line)
  }

  private func place(_ scheduler: Scheduler?, _ fileID: StaticString, _ line: UInt32) -> ReceivingPlace {
    ReceivingPlace(bus: bus, scheduler: scheduler?.worker ?? context.handlers(), fileID: fileID, line: line)
  }
}

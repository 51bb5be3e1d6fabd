public import SwitchboardBroadcast

extension BusLink {
  /// Sends the live events of a type that are dispatched on the bus to other processes, until the returned subscription
  /// is disposed or the link ends.
  ///
  /// The subscription is one of the bus, at priority 0: an event whose delivery an earlier handler cancels is not sent.
  ///
  /// - Parameter type: The type of the events.
  @discardableResult
  public func forward<E: WireEvent>(
    _ type: E.Type, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    forward(E.self, routes.live(E.self), fileID, line)
  }

  /// Stores the durable events of a type that are dispatched on the bus, for other processes, until the returned
  /// subscription is disposed or the link ends.
  ///
  /// A dispatch does not wait until the event is stored. An event that is dropped or refused is counted, and reported
  /// by ``problems``. To know that an event is stored, ``publish(_:identity:within:fileID:line:)`` it.
  @discardableResult
  public func forward<E: DurableEvent>(
    _ type: E.Type, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    forward(E.self, durableRoute(E.self), fileID, line)
  }

  private func forward<E: WireEvent>(
    _ type: E.Type, _ way: OutgoingWay, _ fileID: StaticString, _ line: UInt32
  ) -> Subscription {
    let context = context
    // Found once. A generic type is looked up at each use.
    let outgoing = TypedOutgoingEvent<E>.self
    let subscription = bus.forward(E.self, fileID: fileID, line: line) { event in
      let flow = context.departed(fileID, line)
      _ = way.lane.append(outgoing.init(event, way.route, .dispatched, flow: flow))
    }
    routes.keep(subscription)
    return subscription
  }

  /// Stores a durable event, and returns when the engine has confirmed that it is stored.
  ///
  /// The event goes to the groups that receive its type, also to groups of this process, and not to the local
  /// subscribers directly. A connection that is lost meanwhile makes the call wait. The engine stores the event once,
  /// also if the link has to send it again.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - identity: A text that makes the event unique, such as the number of an order. An event that was stored under
  ///     the same identity within ``LinkOptions/duplicateWindow`` is not stored again, even if another process
  ///     published it; the call then returns as after a confirmation. So a counter that begins at 1 in each run of the
  ///     program is no identity. Nil: the link chooses an identity.
  ///   - time: The longest wait. Nil: the call waits for as long as the engine cannot store. After the time, and after
  ///     the cancellation of the task, the event stays in the queue, and the link still sends the event.
  ///   - fileID: The file that publishes.
  ///   - line: The line that publishes.
  /// - Throws: ``LinkError``. After ``LinkError/unconfirmed(within:)``, ``LinkError/cancelled`` and
  ///   ``LinkError/closed`` the event may be stored, and after ``LinkError/refused(_:)`` if the connection was lost
  ///   during the call. Call again with the same `identity`: without an `identity`, a second call may store the event
  ///   twice. After other errors the event is not stored.
  public func publish<E: DurableEvent>(
    _ event: E, identity: String? = nil, within time: Duration? = nil, fileID: StaticString = #fileID,
    line: UInt32 = #line
  ) async throws(LinkError) {
    try await awaiting { done in
      let waiter = PublishWaiter(done)
      let deadline = time.map { time in
        context.worker.schedule(after: time.asDelay) { waiter.resume(.failure(.unconfirmed(within: time))) }
      }
      publish(event, identity: identity, fileID, line) { result in
        deadline?.dispose()
        waiter.resume(result)
      }
    }
  }

  /// Calls `done` when the engine has confirmed the event.
  func publish<E: DurableEvent>(
    _ event: E, identity: String? = nil, _ fileID: StaticString = #fileID, _ line: UInt32 = #line,
    done: @escaping @Sendable (Result<Void, LinkError>) -> Void
  ) {
    let waiter = PublishWaiter(done)
    let flow = context.departed(fileID, line)
    let way = durableRoute(E.self)
    let outgoing = TypedOutgoingEvent(event, way.route, .published, chosen: identity, waiter: waiter, flow: flow)
    if let refusal = way.lane.append(outgoing) { waiter.resume(.failure(refusal.error)) }
  }

  private func durableRoute<E: DurableEvent>(_ type: E.Type) -> OutgoingWay {
    let (core, context) = (core, context)
    return routes.durable(type) { stream in
      context.worker.perform {
        core.readiness.streams.append(stream)
        _ = core.streams.status(of: stream)
      }
    }
  }

  /// Sends an event to one process that answers its type, and returns when the handlers of that process have handled
  /// it, including asynchronous handlers. Local subscribers do not receive the event. A durable event is not stored.
  ///
  /// At most once: after ``RemoteDeliveryError/noAnswer(name:within:)`` and ``RemoteDeliveryError/interrupted(_:)`` the
  /// event may have been handled or not. An event of a type that is `isRepeatable` is sent again, maybe to another
  /// process, when half, three quarters and seven eighths of the time have passed without an answer. The cancellation
  /// of the caller's task ends the wait.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - time: The longest wait.
  ///   - fileID: The file that delivers.
  ///   - line: The line that delivers.
  /// - Throws: ``RemoteDeliveryError``.
  public func deliver<E: WireEvent>(
    _ event: E, within time: Duration = .seconds(5), fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(RemoteDeliveryError) {
    let future = LinkFuture<RemoteDeliveryError>()
    deliver(event, within: time, fileID, line) { future.resolve($0) }
    try await future.result(ifCancelled: .interrupted(.cancelled)).get()
  }

  /// Calls `done` with the answer of the process that has handled the event.
  func deliver<E: WireEvent>(
    _ event: E, within time: Duration, _ fileID: StaticString = #fileID, _ line: UInt32 = #line,
    done: @escaping @Sendable (Result<Void, RemoteDeliveryError>) -> Void
  ) {
    let request = Request(done)
    let flow = context.departed(fileID, line)
    let (requests, route) = (requests, routes.request(E.self).route)
    // The thread of a link that has ended drops work, and with it the waiter.
    let waiter = PublishWaiter { request.sent($0) }
    let first = TypedOutgoingEvent(event, route, .published, waiter: waiter, flow: flow)
    let again: @Sendable () -> OutgoingEvent = { TypedOutgoingEvent(event, route, .published, flow: flow) }
    context.worker.perform {
      requests.begin(first, name: E.wireName, within: time, request, again: E.isRepeatable ? again : nil)
    }
  }
}

extension LinkContext {
  /// Records that an event leaves for other processes. Returns the number of its flow, or 0 without a trace.
  func departed(_ fileID: StaticString, _ line: UInt32) -> UInt64 {
    #if Tracing
      let number = flows.add(1, ordering: .relaxed).newValue
      return Probe.departed(as: WireTrace.flow(origin: origin, number: number), fileID, line)
    #else
      return 0
    #endif
  }
}

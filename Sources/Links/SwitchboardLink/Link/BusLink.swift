internal import SwitchboardBroadcast
public import SwitchboardBus
public import SwitchboardSignals

/// Links a bus to the buses of other processes.
///
/// ```swift
/// let link = BusLink(bus, application: "shop")        // in memory: other links of this process
/// link.forward(PriceChanged.self)                     // what this process dispatches goes to the others
/// link.receive(PriceChanged.self)                     // what the others dispatch comes to the subscribers of `bus`
/// bus.dispatch(PriceChanged(item: "tea", cents: 250))
/// ```
/// With `over: NATSTransport()`, of the product `SwitchboardNATS`, the same calls reach other processes and machines.
///
/// - **Live events** (`WireEvent`) reach the processes that run now, at most once: every process, or one member of a
///   group.
/// - **Durable events** (`DurableEvent`) are kept in a stream of the engine, up to the limits of the stream. Each group
///   handles each kept event, at least once.
/// - A dispatch on a linked bus calls local subscribers as always, puts the event into the queue of the link, and
///   returns. The dispatch never waits for the network. It returns true, because the link is a subscriber of the event.
///   For a durable event, ``publish(_:identity:within:fileID:line:)`` tells whether the engine has stored the event.
/// - What a link sends never comes back to the bus of the link.
/// - **Order.** Each member receives the events of one sender in the order in which they were sent, apart from events
///   that are delivered again.
///
/// The link connects by itself, and again after each loss. While there is no connection, events wait in the queue, up
/// to ``LinkOptions/queueLimit``.
///
/// The link keeps the bus. When the link is deallocated, it ends at once, like `close(within: .zero)`: keep the link
/// for as long as the program needs it, and ``close(within:)`` it.
///
/// Threading: every member may be called from any thread. Handlers run on threads that all links share, one at a time
/// for each reception, or on the chosen scheduler; states and problems are sent on a queue of the link.
///
/// Cost: a link has one thread, and the process has one for each handler that runs, up to 512. A dispatch
/// costs one allocation and two locks more than without the link. Encoding and the engine's work happen on the link's
/// thread.
///
/// Source: Phoenix.PubSub and its adapters.
public final class BusLink: Sendable {
  /// The bus whose events travel.
  public let bus: EventBus
  /// The name that all processes of an application share. Events of different applications do not meet.
  public let application: String
  let core: LinkCore
  let routes: OutgoingRoutes
  let requests: Requests
  let context: LinkContext
  let groups = ReceivedGroups()
  private let watcher = SerialDisposable()

  /// Makes a link and begins to connect.
  ///
  /// - Parameters:
  ///   - bus: The bus. Several links of one bus need different applications or engines, because a link recognises only
  ///     its own events: events that another link sent would come back to the bus.
  ///   - application: The name that all processes of the application share. Any text that is not empty.
  ///   - transport: The engine that carries the events. By default the engine in memory, which links the buses of one
  ///     process.
  ///   - options: How the link treats events that wait, and how it connects.
  ///   - fileID: The file that makes the link.
  ///   - line: The line that makes the link.
  public init(
    _ bus: EventBus, application: String, over transport: any EventTransport = MemoryTransport(),
    options: LinkOptions = LinkOptions(), fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    require(!application.isEmpty, "the application of a link has no name; use the name that its processes share")
    WireText.requireShort(application, "the application of a link,")
    options.check()
    (self.bus, self.application) = (bus, application)
    let context = LinkContext(application: application, options, fileID: fileID, line: line)
    self.context = context
    core = LinkCore(context, transport)
    routes = OutgoingRoutes(context, core.queue)
    requests = Requests(context, core.queue.live)
    Probe.made(core, as: BusLink.self, name: application, fileID: fileID, line: line)
    let (core, requests) = (core, requests)
    context.worker.perform {
      core.add(requests)
      core.connect()
    }
  }

  deinit {
    watcher.dispose()
    routes.dispose()
    let core = core
    context.worker.perform { core.end() }
  }

  /// Whether the link has a connection. A program that must not start without the engine awaits ``ready(within:)``.
  public var state: AnyProperty<LinkState> { AnyProperty(context.state) }

  /// What goes wrong and cannot be thrown by a call: dropped events, events that cannot be read, gaps. Without
  /// subscribers, a problem is only counted in the ``census``.
  public var problems: Signal<LinkProblem, Never> { context.problems.signal }

  /// The numbers of events that were sent, confirmed, received and so on. O(1).
  public var census: LinkCensus {
    var census = context.counted
    let counts = core.queue.counts
    (census.waiting, census.unconfirmed) = (counts.waiting, counts.unconfirmed)
    census.dropped += counts.dropped
    return census
  }

  /// Returns when the link is connected and all that the program has declared before is set up: streams, groups,
  /// subscriptions.
  ///
  /// - Parameter time: The longest wait.
  /// - Throws: ``LinkError/refused(_:)`` if the engine refuses a stream or a group;
  ///   ``LinkError/notReady(within:last:)`` with the error of the last attempt to connect; ``LinkError/closed``;
  ///   ``LinkError/cancelled`` if the task is cancelled.
  public func ready(within time: Duration = .seconds(10)) async throws(LinkError) {
    try await awaiting { done in ready(within: time, done: done) }
  }

  /// Ends the link: forwards and receives nothing more, lets handlers finish and acknowledges their events, sends what
  /// was accepted and awaits its confirmation, and closes the connection. A handler that is still at work may publish.
  ///
  /// - Parameter time: The time after which the link ends in any case, apart from the time that the engine takes to
  ///   hand over what it has accepted. Durable events that are being handled are then delivered again, to this or
  ///   another member.
  /// - Throws: ``LinkError/unsent(events:)`` if events were neither sent nor confirmed in time;
  ///   ``LinkError/cancelled`` if the task is cancelled, and then the link goes on closing.
  public func close(within time: Duration = .seconds(5)) async throws(LinkError) {
    try await awaiting { done in close(within: time, done: done) }
  }

  func ready(within time: Duration, done: @escaping @Sendable (Result<Void, LinkError>) -> Void) {
    let core = core
    // The thread of a link that has ended drops work, and with it the waiter.
    let waiter = PublishWaiter(done)
    context.worker.perform { core.whenReady(within: time) { waiter.resume($0) } }
  }

  /// Calls `done` when the link has ended.
  package func close(within time: Duration, done: @escaping @Sendable (Result<Void, LinkError>) -> Void) {
    watcher.dispose()
    routes.dispose()
    let core = core
    // The thread of a link that has ended drops work, and with it the waiter.
    let waiter = PublishWaiter(ifReleased: .success(()), done)
    context.worker.perform {
      core.close(within: time) { unsent in
        waiter.resume(unsent == 0 ? .success(()) : .failure(.unsent(events: unsent)))
      }
    }
  }

  /// Adds a receiver, made in `line`. Returns the disposable that ends it.
  func add<Receiver: LinkReceiver>(
    _ receiver: Receiver, name: String, _ fileID: StaticString, _ line: UInt32
  ) -> any Disposable {
    Probe.made(receiver, as: Receiver.self, name: name, fileID: fileID, line: line)
    watchSubscriptions()
    let (core, context) = (core, context)
    context.worker.perform { core.add(receiver) }
    return ActionDisposable { [weak core, weak receiver] in
      guard let core, let receiver else { return }
      context.worker.perform { core.remove(receiver) }
    }
  }

  /// Tells the receivers of new subscriptions of the bus. From the first receiver on, because a subscription then costs
  /// a little more.
  private func watchSubscriptions() {
    if watcher.disposable != nil || watcher.isDisposed { return }
    let weak = WeakReference<LinkCore>()
    weak.object = core
    let news = Coalescer<Void>(context.worker) { _ in weak.object?.subscriptionsChanged() }
    watcher.disposable = bus.watchSubscriptions { news.add(()) }
  }

  /// Awaits a result that a closure is called with. The cancellation of the task ends the wait.
  func awaiting(_ begin: (@escaping @Sendable (Result<Void, LinkError>) -> Void) -> Void) async throws(LinkError) {
    let future = LinkFuture<LinkError>()
    begin { future.resolve($0) }
    try await future.result(ifCancelled: .cancelled).get()
  }
}

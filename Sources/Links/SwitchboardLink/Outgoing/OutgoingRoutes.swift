internal import SwitchboardBroadcast
internal import SwitchboardBus
internal import SwitchboardSignals

/// The routes of a link, and the subscriptions that forward events.
final class OutgoingRoutes: Sendable {
  private struct Key: Hashable {
    var type: ObjectIdentifier
    var kind: WireSubject.Kind
  }
  private let context: LinkContext
  private let queue: OutgoingQueue
  private let routes = Lock<[Key: OutgoingWay]>([:])
  private let forwarders = CompositeDisposable()

  init(_ context: LinkContext, _ queue: OutgoingQueue) { (self.context, self.queue) = (context, queue) }

  func dispose() { forwarders.dispose() }
  func keep(_ subscription: Subscription) { forwarders.add(subscription) }

  func live<E: WireEvent>(_ type: E.Type) -> OutgoingWay { route(type, .live, WireType(type)) }
  func request<E: WireEvent>(_ type: E.Type) -> OutgoingWay { route(type, .request, WireType(type)) }

  /// Returns the route of a durable event. Calls `isNew` with the stream if the route is new.
  func durable<E: DurableEvent>(_ type: E.Type, isNew: (StreamSettings) -> Void) -> OutgoingWay {
    let stream = stream(type)
    return route(type, .durable, WireType(durable: type), stream: stream, isNew: { isNew(stream) })
  }

  func stream<E: DurableEvent>(_ type: E.Type) -> StreamSettings {
    let stream = StreamSettings(
      pattern: WirePattern(application: context.application, kind: .durable, name: E.wireName),
      limits: E.streamLimits, partitions: E.partitions,
      duplicateWindow: min(context.options.duplicateWindow, E.streamLimits.age), replicas: context.options.replicas)
    require(
      stream.name.utf8.count <= WireText.mostStreamNameBytes,
      """
      the stream “\(stream.name)” has a name of \(stream.name.utf8.count) bytes; use a shorter application or \
      wireName, so that the name has at most \(WireText.mostStreamNameBytes)
      """)
    return stream
  }

  private func route<E: WireEvent>(
    _ type: E.Type, _ kind: WireSubject.Kind, _ wire: @autoclosure () -> WireType, stream: StreamSettings? = nil,
    isNew: () -> Void = {}
  ) -> OutgoingWay {
    let key = Key(type: ObjectIdentifier(type), kind: kind)
    if let way = routes.withLock({ $0[key] }) { return way }
    context.names.enter(type)
    let wire = wire()
    let route = OutgoingRoute(
      name: wire.name, version: wire.version, kind, application: context.application,
      encoded: E.self as? any _EncodedWireEvent.Type, partition: wire.partition)
    let made = OutgoingWay(route: route, lane: stream.map { queue.lane(of: $0) } ?? queue.live)
    let way = routes.withLock { routes -> OutgoingWay in
      if let way = routes[key] { return way }
      routes[key] = made
      return made
    }
    if way.route === route { isNew() }
    return way
  }
}

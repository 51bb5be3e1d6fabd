/// The state of a bus for its links. Arrays, because a bus has few of each, and a dictionary would be more code in
/// every client.
struct RemoteState: Sendable {
  /// The types of the events that are forwarded, one for each forwarder.
  var forwarders: [ObjectIdentifier] = []
  var watchers: [(number: Int, action: @Sendable () -> Void)] = []
  var lastWatcher = 0
}

extension BusCore {
  /// Calls the watchers of subscriptions.
  @usableFromInline
  func tellWatchers() {
    for watcher in remote.withLock({ $0.watchers }) { watcher.action() }
  }

  /// Returns the number of subscriptions that forward the events of a type.
  func forwarders<E: Event>(of type: E.Type) -> Int {
    remote.withLock { remote in remote.forwarders.count { $0 == ObjectIdentifier(type) } }
  }
}

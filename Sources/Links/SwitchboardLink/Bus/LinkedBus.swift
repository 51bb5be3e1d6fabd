internal import SwitchboardBroadcast
internal import SwitchboardBus

/// What the links of one bus keep with it.
final class LinkedBus: BusAttachment {
  /// Arrays, because a bus has few of each.
  private struct State {
    /// The subscriptions that forward events, by the type of these.
    var forwarders: [(type: ObjectIdentifier, bag: CompositeDisposable)] = []
    var watchers: [(number: Int, action: @Sendable () -> Void)] = []
    var lastWatcher = 0
  }
  private let state = Lock(State())

  /// Returns what the links of a bus keep with it. The first call attaches it.
  static func of(_ core: BusCore) -> LinkedBus {
    core.attachment.withLock { attachment in
      if let linked = attachment as? LinkedBus { return linked }
      let made = LinkedBus()
      attachment = made
      return made
    }
  }

  /// Returns the bag of the subscriptions that forward events of a type.
  func forwarders<E: Event>(of type: E.Type) -> CompositeDisposable {
    let type = ObjectIdentifier(type)
    return state.withLock { state in
      if let known = state.forwarders.first(where: { $0.type == type }) { return known.bag }
      let made = CompositeDisposable()
      state.forwarders.append((type, made))
      return made
    }
  }

  /// Calls `action` after each new subscription. Returns the number of the watcher.
  func watch(_ action: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastWatcher += 1
      state.watchers.append((state.lastWatcher, action))
      return state.lastWatcher
    }
  }

  /// Returns whether there was a watcher with this number.
  func endWatcher(_ number: Int) -> Bool {
    let watchers = state.withLock { state in
      defer { state.watchers.removeAll { $0.number == number } }
      return state.watchers
    }
    return watchers.contains { $0.number == number }
  }

  func subscriptionCame() {
    for watcher in state.withLock({ $0.watchers }) { watcher.action() }
  }
}

import Foundation
import SwitchboardBroadcast
import SwitchboardBus
import Synchronization

/// The number of listeners for each name, and the observer in the center for each name with listeners.
///
/// ```
/// bus's subscription ──strong──▶ handler ──strong──▶ Listener ──strong──▶ NotificationListeners ──strong──▶ center
///                                                                                ▲                            │
///                                                                                └── strong ── observer ◀─────┘
/// ```
/// The cycle is cut when the last listener of a name is deallocated. The handler holds the listener, so the listener is
/// deallocated when the subscription ends, or when the bus is deallocated.
///
/// The functions of the center are called with no lock held (promise R4). So if two threads add the first listener at
/// the same time, both make an observer. One observer is chosen; the other stays silent and is removed. The thread that
/// removes the last listener silences the observer first and removes the observer after that. So a thread that adds the
/// next listener does not wait and makes a new observer. At most one observer passes on each notification. When
/// ``listen(to:)`` returns, a chosen observer is in the center.
///
/// All bridges of a center and a bus share one object of this class. With an observer for each bridge, every subscriber
/// of the bus would get a notification once for each bridge.
final class NotificationListeners: Sendable {
  /// An observer in the center. It passes nothing on before it is chosen, and nothing after it has been given up.
  private struct Observer: @unchecked Sendable {
    // Sound: the token is only given back to the center.
    let token: any NSObjectProtocol
    let activation: Activation
  }

  private final class Activation: Sendable {
    let isOn = Atomic<Bool>(false)
  }

  private struct Entry {
    var listeners = 0
    var observer: Observer?
  }

  private struct Pair: Hashable {
    let center: ObjectIdentifier
    let bus: ObjectIdentifier
  }

  /// A class, because Swift 6.3 crashes in debug builds when it reads a weak reference in a struct of ``all``.
  private final class Shared: @unchecked Sendable {
    // Sound: `listeners` is written only in the initialiser.
    private(set) weak var listeners: NotificationListeners?
    let identity: ObjectIdentifier

    init(_ listeners: NotificationListeners) {
      (self.listeners, identity) = (listeners, ObjectIdentifier(listeners))
    }
  }

  /// The listeners of all pairs of a center and a bus.
  private static let all = Lock<[Pair: Shared]>([:])

  let center: NotificationCenter
  let bus: BusReference
  private let pair: Pair
  private let entries = Lock<[Notification.Name: Entry]>([:])

  private init(_ center: NotificationCenter, _ bus: EventBus, _ pair: Pair) {
    (self.center, self.bus, self.pair) = (center, BusReference(bus), pair)
  }

  deinit {
    Self.all.withLock { all in
      // A new bridge may already have made other listeners for the pair.
      if all[pair]?.identity == ObjectIdentifier(self) { all.remove(pair) }
    }
  }

  /// Returns the listeners of `center` and `bus`, which exist while a bridge or a listener holds them. O(1).
  static func of(_ center: NotificationCenter, _ bus: EventBus) -> NotificationListeners {
    let pair = Pair(center: ObjectIdentifier(center), bus: ObjectIdentifier(bus))
    let (listeners, old) = all.withLock { all -> (NotificationListeners, NotificationListeners?) in
      let old = all[pair]?.listeners
      // Listeners keep their center and not their bus. So the old ones may be of a bus that has been deallocated and
      // had the address of this bus.
      if let old, old.bus.bus != nil { return (old, nil) }
      let made = NotificationListeners(center, bus, pair)
      all[pair] = Shared(made)
      return (made, old)
    }
    keepAlive(old)
    return listeners
  }

  var observerCount: Int { entries.withLock { entries in entries.values.count { $0.observer != nil } } }

  /// Adds a listener of `name`. A notification that is posted after this call has returned arrives.
  func listen(to name: Notification.Name) {
    let isObserved = entries.withLock { entries in
      entries[name, default: Entry()].listeners += 1
      return entries[name]?.observer != nil
    }
    if isObserved { return }
    let activation = Activation()
    let token = center.addObserver(forName: name, object: nil, queue: nil) { [self] notification in
      if activation.isOn.load(ordering: .acquiring) { pass(notification) }
    }
    let observer = Observer(token: token, activation: activation)
    let isChosen = entries.withLock { entries in
      if entries[name]?.observer != nil { return false }
      entries[name]?.observer = observer
      activation.isOn.store(true, ordering: .releasing)
      return true
    }
    if !isChosen { center.removeObserver(token) }
  }

  /// Removes a listener of `name`.
  func ignore(_ name: Notification.Name) {
    let observer = entries.withLock { entries -> Observer? in
      entries[name]?.listeners -= 1
      guard let entry = entries[name], entry.listeners == 0 else { return nil }
      entry.observer?.activation.isOn.store(false, ordering: .releasing)
      entries.remove(name)
      return entry.observer
    }
    if let observer { center.removeObserver(observer.token) }
  }

  private func pass(_ notification: Notification) {
    guard let bus = bus.bus, !BusReference.is(notification, from: bus) else { return }
    bus.dispatch(NotificationEvent(notification, from: center), fileID: "NotificationBridge", line: 0)
  }
}

extension Dictionary {
  /// Removes the value of `key`, and gives memory back if most of it is no longer used (promise R10).
  fileprivate mutating func remove(_ key: Key) {
    self[key] = nil
    if capacity <= 4 * count + 16 { return }
    let rest = self
    self = Dictionary(minimumCapacity: rest.count)
    merge(rest) { $1 }
  }
}

/// Listens for names from the call of ``start()`` until it is deallocated.
final class Listener: Sendable {
  private let listeners: NotificationListeners
  private let names: [Notification.Name]
  private let isStarted = Atomic<Bool>(false)

  init(_ listeners: NotificationListeners, _ names: [Notification.Name]) {
    (self.listeners, self.names) = (listeners, names)
  }

  func start() {
    if isStarted.exchange(true, ordering: .acquiringAndReleasing) { return }
    for name in names { listeners.listen(to: name) }
  }

  deinit {
    if isStarted.load(ordering: .acquiring) { for name in names { listeners.ignore(name) } }
  }
}

/// A weak reference to a bus. The notifications that are posted for the bus carry it, so that they do not come back to
/// the bus.
final class BusReference: @unchecked Sendable {
  // Sound: `bus` is written only in the initialiser.
  private(set) weak var bus: EventBus?

  init(_ bus: EventBus) { self.bus = bus }

  /// All notifications on the bus. If the bus is deallocated, there are none: the empty bus in its place is deallocated
  /// before a subscription is possible.
  var events: EventSelection<NotificationEvent> {
    (bus ?? EventBus(fileID: "NotificationBridge", line: 0)).on(NotificationEvent.self)
  }

  static func `is`(_ notification: Notification, from bus: EventBus) -> Bool {
    (notification.userInfo?[NotificationBridge.originKey] as? BusReference)?.bus === bus
  }
}

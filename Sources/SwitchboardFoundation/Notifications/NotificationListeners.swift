import Foundation
import SwitchboardBroadcast
import SwitchboardBus
import Synchronization

/// Who listens for which names, and the observer that each name has in the center meanwhile.
///
/// ```
/// bus's subscription ──strong──▶ handler ──strong──▶ Listener ──strong──▶ NotificationListeners ──strong──▶ center
///                                                                                ▲                            │
///                                                                                └── strong ── observer ◀─────┘
/// ```
/// The cycle is cut when the last listener of a name goes, which it does with the handler that holds it: when the subscription ends,
/// or the bus does.
///
/// The center's verbs are called with no lock held (R4). So of two who come first, both make an observer, and one of them is
/// chosen: the other is silent and removed. Who goes last silences the observer first and removes it then, so the next to
/// come need not wait and makes its own. Each notification is passed on by at most one of them; and who has returned
/// from ``listen(to:)`` has one that had been there before.
final class NotificationListeners: Sendable {
  /// An observer of the center. It says nothing before it is chosen, and nothing once it has been given up.
  private struct Observer: @unchecked Sendable {
    // Sound: the token is only handed back to the center.
    let token: any NSObjectProtocol
    let voice: Voice
  }

  private final class Voice: Sendable {
    let isOn = Atomic<Bool>(false)
  }

  private struct Entry {
    var listeners = 0
    var observer: Observer?
  }

  let center: NotificationCenter
  let bus: BusReference
  private let entries = Lock<[Notification.Name: Entry]>([:])

  init(_ center: NotificationCenter, _ bus: EventBus) {
    self.center = center
    self.bus = BusReference(bus)
  }

  var observerCount: Int { entries.withLock { entries in entries.values.count { $0.observer != nil } } }

  /// One more. Once this has returned, what is posted arrives.
  func listen(to name: Notification.Name) {
    let isObserved = entries.withLock { entries in
      entries[name, default: Entry()].listeners += 1
      return entries[name]?.observer != nil
    }
    if isObserved { return }
    let voice = Voice()
    let token = center.addObserver(forName: name, object: nil, queue: nil) { [self] notification in
      if voice.isOn.load(ordering: .acquiring) { pass(notification) }
    }
    let observer = Observer(token: token, voice: voice)
    let isChosen = entries.withLock { entries in
      if entries[name]?.observer != nil { return false }
      entries[name]?.observer = observer
      voice.isOn.store(true, ordering: .releasing)
      return true
    }
    if !isChosen { center.removeObserver(token) }
  }

  /// One less.
  func ignore(_ name: Notification.Name) {
    let observer = entries.withLock { entries -> Observer? in
      entries[name]?.listeners -= 1
      guard let entry = entries[name], entry.listeners == 0 else { return nil }
      entry.observer?.voice.isOn.store(false, ordering: .releasing)
      entries[name] = nil
      if entries.capacity > 4 * entries.count + 16 {
        let rest = entries
        entries = Dictionary(minimumCapacity: rest.count)
        entries.merge(rest) { $1 }
      }
      return entry.observer
    }
    if let observer { center.removeObserver(observer.token) }
  }

  private func pass(_ notification: Notification) {
    guard let bus = bus.bus, !BusReference.is(notification, from: bus) else { return }
    bus.dispatch(NotificationEvent(notification, from: center))
  }
}

/// Listens for names as long as it lives, once it has been started.
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

/// A bus, not kept. Also what notifications carry that were posted for it, so that they do not come back.
final class BusReference: @unchecked Sendable {
  // Sound: never written again.
  private(set) weak var bus: EventBus?

  init(_ bus: EventBus) { self.bus = bus }

  /// All notifications on it. If it is gone, none: an empty bus in its place is gone before anybody could subscribe.
  var events: EventSelection<NotificationEvent> { (bus ?? EventBus()).on(NotificationEvent.self) }

  static func `is`(_ notification: Notification, from bus: EventBus) -> Bool {
    (notification.userInfo?[NotificationBridge.originKey] as? BusReference)?.bus === bus
  }
}

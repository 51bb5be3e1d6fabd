/// A bus (R1, R2, R7), its sticky events, and its dead events.
final class ModelBus {
  private let parent: ModelBus?
  private var listeners: [BusListener] = []
  /// The last sticky event of each type and subtype, in the order of dispatch.
  private var sticky: [BusEvent] = []

  init(parent: ModelBus?) { self.parent = parent }

  func subscribe(_ listener: BusListener) {
    if listener.listener.isEnded { return }
    listeners.append(listener)
    listener.listener.ended = { [unowned self] in listeners.removeAll { $0 === listener } }
    if !listener.selection.isSticky { return }
    for event in sticky where listener.rank(of: .live(event)) != nil { listener.listener.hear(event.value) }
  }

  /// Dispatches, and returns whether the event had a subscriber.
  @discardableResult
  func dispatch(_ event: AnyEvent, _ reach: Reach, isSticky: Bool = false) -> Bool {
    var audience: [BusListener] = []
    var bus: ModelBus? = self
    while let next = bus {
      audience += next.audience(of: event)
      if reach == .bus || reach == .nearest && !audience.isEmpty { break }
      bus = next.parent
    }
    for listener in audience where !listener.listener.isEnded {
      listener.listener.hear(event.value)
      if listener.selection.handling == .cancels { break }
    }
    // A sticky event without a subscriber waits for one, so it is not dead.
    if audience.isEmpty, !isSticky, case .live(let live) = event { dispatch(.dead(live), reach) }
    return !audience.isEmpty
  }

  func dispatchSticky(_ event: BusEvent) -> Bool {
    _ = removeSticky(event.type, event.subtype)
    sticky.append(event)
    return dispatch(.live(event), .bus, isSticky: true)
  }

  /// Returns the sticky event of a type and subtype.
  func readSticky(_ type: Int, _ subtype: Int?) -> Int? {
    sticky.last { $0.type == type && $0.subtype == subtype }?.value
  }

  func removeSticky(_ type: Int, _ subtype: Int?) -> Int? {
    let removed = readSticky(type, subtype)
    sticky.removeAll { $0.type == type && $0.subtype == subtype }
    return removed
  }

  func close() { for listener in listeners { listener.listener.end() } }

  /// The channels, subscriptions and sticky events.
  var census: [Int] {
    var channels: Set<[Int]> = []
    var count = 0
    for listener in listeners where listener.listener.isCounted {
      let selection = listener.selection
      let kind = [Selection.Kind.ping, .pong, .tagged, .dead].firstIndex(of: selection.kind)!
      let subtypes = selection.kind == .tagged ? [] : selection.subtypes
      // A type has a channel too if only its subtypes have subscriptions.
      channels.insert([kind])
      for subtype in subtypes { channels.insert([kind, subtype]) }
      count += max(1, subtypes.count)
    }
    return [channels.count, count, sticky.count]
  }

  /// The listeners of an event, higher priorities first, then subtype before type before supertype, then in the order
  /// of subscription.
  private func audience(of event: AnyEvent) -> [BusListener] {
    listeners.enumerated()
      .compactMap { place, listener in
        listener.rank(of: event).map { (key: (-listener.selection.priority, $0, place), listener) }
      }
      .sorted { $0.key < $1.key }
      .map(\.1)
  }
}

enum AnyEvent {
  case live(BusEvent)
  case dead(BusEvent)

  var value: Int {
    switch self {
    case .live(let event), .dead(let event): event.value
    }
  }
}

final class BusListener {
  let selection: Selection
  let listener: Listener

  init(_ selection: Selection, _ listener: Listener) { (self.selection, self.listener) = (selection, listener) }

  /// The place of this listener within its priority, or nil if `event` is not for it.
  func rank(of event: AnyEvent) -> Int? {
    switch (selection.kind, event) {
    case (.dead, .dead): return 1
    case (.ping, .live(let event)) where event.type == 0, (.pong, .live(let event)) where event.type == 1:
      if selection.subtypes.isEmpty { return 1 }
      return selection.subtypes.contains { $0 == event.subtype } ? 0 : nil
    case (.tagged, .live(let event)):
      return selection.subtypes.isEmpty || selection.subtypes.contains { $0 == event.subtype } ? 2 : nil
    default: return nil
    }
  }
}

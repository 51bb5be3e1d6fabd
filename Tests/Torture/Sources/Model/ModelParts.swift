// The model is short and plain: arrays, counters, and one thread. It is written from `Documentation` and the comments
// of the public API, not from the library's code.

/// What can be in a bag or a lifetime.
protocol Member: AnyObject {
  var isEnded: Bool { get }
  func end()
}

final class ModelBag {
  private(set) var members: [any Member] = []
  private(set) var isDisposed = false

  var count: Int { members.count { !$0.isEnded } }

  func add(_ member: any Member) {
    if member.isEnded { return }
    if isDisposed { member.end() } else { members.append(member) }
  }

  func remove(_ member: any Member) { members.removeAll { $0 === member } }

  func dispose() {
    if isDisposed { return }
    isDisposed = true
    let all = members
    members = []
    for member in all { member.end() }
  }
}

final class ModelAction: Member {
  private(set) var isEnded = false
  private let run: () -> Void

  init(_ run: @escaping () -> Void) { self.run = run }

  func end() {
    if isEnded { return }
    isEnded = true
    run()
  }
}

final class ModelOwner {
  let index: Int
  /// Without a lifetime, an owner's subscriptions end at the next value or at a census.
  let hasLifetime: Bool
  var lifetime = ModelBag()
  private(set) var isDead = false
  private var isDropped = false
  /// The number of handlers that run with this owner. A handler keeps its owner alive.
  private var holds = 0
  private let died: () -> Void

  init(_ index: Int, hasLifetime: Bool, died: @escaping () -> Void) {
    (self.index, self.hasLifetime, self.died) = (index, hasLifetime, died)
  }

  var isThere: Bool { !isDropped }

  func drop() {
    isDropped = true
    dieIfUnused()
  }

  func hold(_ body: () -> Void) {
    holds += 1
    body()
    holds -= 1
    dieIfUnused()
  }

  private func dieIfUnused() {
    if !isDropped || holds > 0 || isDead { return }
    isDead = true
    died()
    if hasLifetime { lifetime.dispose() }
  }
}

enum End: Equatable {
  case error(Int)
  case completed
  /// The source is gone: subscriptions end without an event.
  case gone
}

/// A subscription.
final class Listener: Member {
  private(set) var isEnded = false
  let owner: ModelOwner?
  /// Whether the subscription ends with the first value, before its handler hears the value.
  private let isOnce: Bool
  private let onValue: (Int?) -> Void
  private let onEnd: (End) -> Void
  /// The serial registry that the listener is in.
  var serial: Serial?
  /// The key of the board, if `subscribe` of the board made the subscription.
  var key: Int?
  /// Whether the handler also hears that a key's value is removed.
  var hearsRemovals = true
  /// Runs when the subscription has ended because its source is gone.
  var sourceGone: () -> Void = {}
  /// Runs when the subscription ends.
  var ended: () -> Void = {}
  /// Runs when the handler is released: at the end of the event in whose delivery the subscription ended (R9).
  var released: () -> Void = {}

  init(
    owner: ModelOwner? = nil, isOnce: Bool = false, onValue: @escaping (Int?) -> Void,
    onEnd: @escaping (End) -> Void = { _ in }
  ) { (self.owner, self.isOnce, self.onValue, self.onEnd) = (owner, isOnce, onValue, onEnd) }

  /// Whether a census counts the subscription: censuses look for dead owners first.
  var isCounted: Bool { !isEnded && owner?.isDead != true }

  func end() {
    if isEnded { return }
    isEnded = true
    ended()
    if let serial { serial.leave(self) } else { released() }
  }

  func hear(_ value: Int?) {
    if isEnded || value == nil && !hearsRemovals { return }
    if isOnce { end() }
    guard let owner else { return onValue(value) }
    if owner.isDead { end() } else { owner.hold { onValue(value) } }
  }

  /// The subscription has ended before its handler hears of the end.
  func hear(_ event: End) {
    if isEnded { return }
    end()
    if event == .gone { return sourceGone() }
    guard let owner else { return onEnd(event) }
    if !owner.isDead { owner.hold { onEnd(event) } }
  }
}

/// A serial source of events: a subject, a property, a key of a board, a direction of a channel (R2, R3, R5, R6, R8).
final class Serial {
  private enum Entry {
    case value(Int?)
    /// A value that subscribers do not hear, but that later subscribers get by replay.
    case unheard(Int?)
    case join(Listener)
  }

  private(set) var listeners: [Listener] = []
  private var queue: [Entry] = []
  private var isDelivering = false
  /// The listeners that ended in the present event.
  private var leaving: [Listener] = []
  /// The terminal event, once it is accepted.
  private(set) var end: End?
  /// Whether the delivery of the terminal event has begun.
  private var isOver = false
  /// The values that a late subscriber gets.
  private(set) var kept: [Int?]
  private let limit: Int

  init(keeping limit: Int = 0, _ kept: [Int?] = []) { (self.limit, self.kept) = (limit, kept) }

  var count: Int { listeners.count(where: \.isCounted) }

  func send(_ value: Int?) { accept([.value(value)]) }
  func sendAll(_ values: [Int?]) { accept(values.map(Entry.value)) }
  func sendUnheard(_ value: Int?) { accept([.unheard(value)]) }

  private func accept(_ entries: [Entry]) {
    if end != nil { return }
    queue += entries
    drain()
  }

  func terminate(_ event: End) {
    if end != nil { return }
    end = event
    drain()
  }

  func join(_ listener: Listener, replays: Bool = false) {
    if listener.isEnded { return }
    listener.serial = self
    if isOver {
      if replays { replay(to: listener) }
      listener.hear(end!)
    } else if replays {
      queue.append(.join(listener))
      drain()
    } else {
      listeners.append(listener)
    }
  }

  func joining(replays: Bool) -> (Listener) -> Void { { self.join($0, replays: replays) } }

  func leave(_ listener: Listener) {
    listeners.removeAll { $0 === listener }
    if isDelivering { leaving.append(listener) } else { listener.released() }
  }

  private func replay(to listener: Listener) { for value in kept { listener.hear(value) } }

  /// Delivers what is queued, unless a delivery is in progress, which does it.
  private func drain() {
    if isDelivering { return }
    isDelivering = true
    while true {
      for listener in leaving.take() { listener.released() }
      if !queue.isEmpty {
        deliver(queue.removeFirst())
      } else if let end, !isOver {
        isOver = true
        for listener in listeners { listener.hear(end) }
      } else if leaving.isEmpty {
        break
      }
    }
    isDelivering = false
  }

  private func deliver(_ entry: Entry) {
    switch entry {
    case .value(let value):
      keep(value)
      for listener in listeners { listener.hear(value) }
    case .unheard(let value): keep(value)
    case .join(let listener):
      replay(to: listener)
      if !listener.isEnded { listeners.append(listener) }
    }
  }

  private func keep(_ value: Int?) {
    kept.append(value)
    kept.removeFirst(max(0, kept.count - limit))
  }
}

extension Array {
  /// Returns the elements, and leaves the array empty.
  mutating func take() -> [Element] {
    let all = self
    self = []
    return all
  }
}

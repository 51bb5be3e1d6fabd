/// A board with three keys.
final class ModelBoard {
  /// Key 2 keeps its value only while it has a subscriber, a handle or a pause.
  let keys = [ModelKey(isLasting: true), ModelKey(isLasting: true), ModelKey(isLasting: false)]

  func batch(_ writes: [KeyWrite]) {
    var order: [Int] = []
    var last: [Int: Int?] = [:]
    for write in writes {
      if last[write.key] == nil { order.append(write.key) }
      last[write.key] = .some(write.value)
    }
    let feeds = order.map { keys[$0].feed }
    for feed in feeds { feed?.holds += 1 }
    for key in order { keys[key].write(last[key]!) }
    for feed in feeds { feed?.release() }
  }

  /// Completes every subscription. The keys are in the order of their names.
  func close() {
    for key in keys { key.isClosed = true }
    for key in keys { key.feed?.serial.terminate(.completed) }
  }

  /// The keys, values, subscriptions and paused keys.
  var census: [Int] {
    let sweptPins = keys.map { key in key.feed?.serial.listeners.count { !$0.isCounted } ?? 0 }
    return [
      zip(keys, sweptPins).count { $0.value != nil || $0.pins > $1 },
      keys.count { $0.value != nil },
      keys.reduce(0) { $0 + ($1.feed?.serial.count ?? 0) },
      keys.count { ($0.feed?.pauses ?? 0) > 0 },
    ]
  }
}

final class ModelKey {
  private let isLasting: Bool
  private(set) var value: Int?
  /// The number of subscribers, handles and pauses.
  private(set) var pins = 0
  /// What subscribers attach to. Given up when the last subscriber, handle or pause has left.
  private(set) var feed: ModelFeed?
  var isClosed = false

  init(isLasting: Bool) { self.isLasting = isLasting }

  func pin() -> ModelFeed {
    pins += 1
    if feed == nil { feed = ModelFeed(value) }
    return feed!
  }

  func unpin() {
    pins -= 1
    if pins > 0 { return }
    feed = nil
    if !isLasting { value = nil }
  }

  func write(_ new: Int?) {
    if isClosed || pins == 0 && !isLasting || new == nil && value == nil { return }
    value = new
    feed?.change(new)
  }

  func complete(isRemoving: Bool) {
    if isRemoving { value = nil }
    guard let old = feed else { return }
    feed = old.pauses > 0 ? ModelFeed(value, pauses: old.pauses, limit: old.limit) : nil
    old.serial.terminate(.completed)
  }

  /// Subscribes, and gives the present value first if `replays`.
  func subscribe(_ listener: Listener, replays: Bool, hearsRemovals: Bool) {
    let feed = pin()
    listener.hearsRemovals = hearsRemovals
    listener.released = { [unowned self] in unpin() }
    if listener.isEnded { unpin() } else { feed.serial.join(listener, replays: replays) }
  }
}

final class ModelFeed {
  let serial: Serial
  private(set) var pauses: Int
  /// The number of values that the pauses keep.
  private(set) var limit: Int
  private var kept: [Int?] = []
  /// The number of batches that are writing.
  var holds = 0
  private var held: [Int?] = []

  init(_ value: Int?, pauses: Int = 0, limit: Int = 0) {
    serial = Serial(keeping: 1, [value])
    (self.pauses, self.limit) = (pauses, limit)
  }

  func change(_ value: Int?) {
    if holds > 0 {
      held.append(value)
    } else if pauses == 0 {
      serial.send(value)
    } else {
      keep(value)
    }
  }

  private func keep(_ value: Int?) {
    if limit == 0 { return serial.sendUnheard(value) }
    kept.append(value)
    kept.removeFirst(max(0, kept.count - limit))
  }

  func pause(_ limit: Int) {
    pauses += 1
    self.limit = max(self.limit, limit)
  }

  func resume() {
    pauses -= 1
    if pauses > 0 { return }
    limit = 0
    let values = kept.take()
    if holds > 0 { held = values + held } else { serial.sendAll(values) }
  }

  /// A batch has written all its keys.
  func release() {
    holds -= 1
    if holds > 0 { return }
    let values = held.take()
    if pauses == 0 { serial.sendAll(values) } else { for value in values { keep(value) } }
  }
}

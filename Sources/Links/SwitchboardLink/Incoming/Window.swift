/// How many events a reception may have asked for and not settled. Begins with one, and adapts to what is handled: an
/// event that is settled in time adds one, so the window doubles each time it has been settled; a late one halves it.
/// So no more is on its way than a slow network carries, or slow handlers handle, in about twice the ``patience``.
///
/// An event is taken for the oldest that was asked for, because events are handled in order.
struct Window: Sendable {
  /// The most events, as the program says.
  let most: Int
  /// The time from the request to the end of the handling after which an event is late.
  let patience: Duration
  private(set) var size = 1
  /// The number of events that were asked for and are not settled.
  private(set) var open = 0
  /// The requests that are open, oldest first.
  private var requests: [(count: Int, at: Duration)] = []
  /// What was asked for before the window was halved says nothing about its new size.
  private var halvedAt = Duration.zero

  init(most: Int, patience: Duration = .seconds(2)) { (self.most, self.patience) = (most, patience) }

  /// Begins with a new consumer, while `unsettled` events of an earlier one are still being handled.
  mutating func restart(unsettled: Int, at now: Duration) {
    self = Window(most: most, patience: patience)
    (open, halvedAt) = (unsettled, now)
    if unsettled > 0 { requests = [(unsettled, now)] }
  }

  /// Returns how many events to ask for now; nil: none. Half of the window is asked for at once, because each request
  /// is a message.
  mutating func take(at now: Duration) -> Int? {
    let count = size - open
    guard count > 0, count * 2 >= size else { return nil }
    open += count
    requests.append((count, now))
    return count
  }

  /// An event is settled.
  mutating func settled(at now: Duration) {
    guard let oldest = requests.first else { return }
    open -= 1
    requests[0].count -= 1
    if oldest.count == 1 { requests.removeFirst() }
    if now - oldest.at <= patience {
      size = min(size + 1, most)
    } else if oldest.at >= halvedAt {
      (size, halvedAt) = (max(size / 2, 1), now)
    }
  }
}

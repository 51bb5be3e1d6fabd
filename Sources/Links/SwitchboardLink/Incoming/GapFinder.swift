/// Finds the events that a stream dropped before a consumer delivered them.
struct GapFinder {
  /// The place in the stream up to which gaps were reported.
  private var known: UInt64 = 0
  private var last: StoredMessage?

  /// Returns the number of events that were dropped before the consumer was opened.
  mutating func opened(at position: ConsumerPosition) -> UInt64 {
    last = nil
    return gap(from: position.lastDelivered, to: position.firstKept, isKnownStart: position.lastDelivered > 0)
  }

  /// Returns the number of events that were dropped between two deliveries that follow each other. Other members of the
  /// group have what lies between deliveries that do not.
  mutating func arrived(_ stored: StoredMessage) -> UInt64 {
    defer { if stored.attempt == 1 { last = stored } }
    guard stored.attempt == 1, let last, stored.consumerSequence == last.consumerSequence + 1 else { return 0 }
    return gap(from: last.sequence, to: stored.sequence, isKnownStart: true)
  }

  private mutating func gap(from last: UInt64, to next: UInt64, isKnownStart: Bool) -> UInt64 {
    guard isKnownStart, next > max(last, known) + 1 else { return 0 }
    defer { known = next - 1 }
    return next - max(last, known) - 1
  }
}

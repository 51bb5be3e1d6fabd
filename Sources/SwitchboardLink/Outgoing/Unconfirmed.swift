/// The durable events that were encoded and are not confirmed, in the order of their tickets.
struct Unconfirmed {
  struct Entry {
    let event: OutgoingEvent
    let message: WireMessage
    /// When the event was handed over last.
    var handedOver: Duration?
    /// When the event was handed over for the first time.
    var begun: Duration?
    var isConfirmed = false
  }

  private var entries: [Entry] = []
  /// The place of the first entry in `entries`. Entries before it are done.
  private var head = 0
  /// The ticket of the entry at `head`.
  private(set) var firstTicket: UInt64 = 1
  /// The number of entries that are not confirmed.
  private(set) var count = 0

  /// The ticket that the next entry gets.
  var nextTicket: UInt64 { firstTicket + UInt64(entries.count - head) }
  var isEmpty: Bool { count == 0 }
  /// The event that waits longest. O(1).
  var oldest: Entry? { head < entries.count ? entries[head] : nil }

  /// Adds an event and returns its ticket. O(1).
  mutating func append(_ event: OutgoingEvent, _ message: WireMessage) -> UInt64 {
    defer {
      entries.append(Entry(event: event, message: message))
      count += 1
    }
    return nextTicket
  }

  /// The unconfirmed entry with a ticket. O(1).
  subscript(ticket: UInt64) -> Entry? {
    guard ticket >= firstTicket, ticket < nextTicket else { return nil }
    let entry = entries[index(ticket)]
    return entry.isConfirmed ? nil : entry
  }

  /// Notes that an entry was handed over.
  mutating func noteHandover(of ticket: UInt64, at time: Duration) {
    let index = index(ticket)
    entries[index].handedOver = time
    if entries[index].begun == nil { entries[index].begun = time }
  }

  /// Removes an entry, and returns its event. Nil if the ticket is not, or no longer, here. O(1) amortised.
  mutating func remove(_ ticket: UInt64) -> OutgoingEvent? {
    guard let entry = self[ticket] else { return nil }
    entries[index(ticket)].isConfirmed = true
    count -= 1
    while head < entries.count, entries[head].isConfirmed {
      head += 1
      firstTicket += 1
    }
    if head == entries.count || head > 1024 && head * 2 > entries.count {
      entries.removeFirst(head)
      head = 0
    }
    return entry.event
  }

  /// Removes all entries, and returns the events that were not confirmed.
  mutating func removeAll() -> [OutgoingEvent] {
    let rest = entries[head...].filter { !$0.isConfirmed }.map(\.event)
    firstTicket = nextTicket
    (entries, head, count) = ([], 0, 0)
    return rest
  }

  private func index(_ ticket: UInt64) -> Int { head + Int(ticket - firstTicket) }
}

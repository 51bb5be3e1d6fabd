/// The events of one stream, in the order in which the stream gets them: first those that were handed to the engine and
/// are not confirmed, then those that were not handed over yet.
struct Unconfirmed {
  struct Entry {
    let event: EncodedEvent
    /// When the event was handed over last.
    var handedOver: Duration?
    /// When the event was handed over for the first time.
    var begun: Duration?
    var isDone = false
  }

  private var entries: [Entry] = []
  /// The place of the first entry in `entries`. Entries before it are done.
  private var head = 0
  /// The place of the first entry.
  private(set) var first: UInt64 = 1
  /// The place of the first entry that was never handed over.
  private(set) var firstNew: UInt64 = 1
  /// The number of entries that are not done.
  private(set) var count = 0
  /// The number of those that were handed over.
  private(set) var handedOver = 0

  /// The place that the next entry gets.
  var end: UInt64 { first + UInt64(entries.count - head) }
  var isEmpty: Bool { count == 0 }
  /// The entry that waits longest. O(1).
  var oldest: Entry? { head < entries.count ? entries[head] : nil }

  /// Adds an event. O(1).
  mutating func append(_ event: EncodedEvent) {
    entries.append(Entry(event: event))
    count += 1
  }

  /// The entry with a place, unless it is done. O(1).
  subscript(place: UInt64) -> Entry? {
    guard place >= first, place < end else { return nil }
    let entry = entries[index(place)]
    return entry.isDone ? nil : entry
  }

  /// Notes that an entry was handed over. Returns whether that was the first time.
  mutating func noteHandover(of place: UInt64, at time: Duration) -> Bool {
    let index = index(place)
    entries[index].handedOver = time
    if entries[index].begun != nil { return false }
    entries[index].begun = time
    firstNew = max(firstNew, place + 1)
    handedOver += 1
    return true
  }

  /// Removes an entry. Nil if the place is not, or no longer, here. O(1) amortised.
  mutating func remove(_ place: UInt64) -> Entry? {
    guard let entry = self[place] else { return nil }
    entries[index(place)].isDone = true
    count -= 1
    if entry.begun != nil { handedOver -= 1 }
    while head < entries.count, entries[head].isDone {
      head += 1
      first += 1
    }
    firstNew = max(firstNew, first)
    if head == entries.count || head > 1024 && head * 2 > entries.count {
      entries.removeFirst(head)
      head = 0
    }
    return entry
  }

  /// Removes the oldest entry that was never handed over. O(1) amortised.
  mutating func removeOldestNew() -> Entry? {
    while firstNew < end {
      let place = firstNew
      firstNew += 1
      if let entry = remove(place) { return entry }
    }
    return nil
  }

  /// The places of the entries that were handed over. O(n).
  var handedOverPlaces: [UInt64] { (first..<firstNew).filter { self[$0]?.begun != nil } }

  /// Removes all entries, and returns those that were not done.
  mutating func removeAll() -> [Entry] {
    let rest = entries[head...].filter { !$0.isDone }
    first = end
    (entries, head, count, handedOver, firstNew) = ([], 0, 0, 0, first)
    return rest
  }

  private func index(_ place: UInt64) -> Int { head + Int(place - first) }
}

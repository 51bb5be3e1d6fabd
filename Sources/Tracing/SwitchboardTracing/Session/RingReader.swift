internal import CSwitchboardTracing

/// A reader of the records of all threads, which puts them into one order.
///
/// Only the holder of the recorder's lock, or the drainer's thread, accesses a reader.
struct RingReader {
  var timeline: Timeline
  private(set) var symbols = TraceSymbols()
  private var labels = LabelNumbers()
  /// The losses that the records from `takeAll` tell of.
  private(set) var lost: UInt64 = 0
  /// The words copied from a ring, not decoded. The array is kept between rounds so that its memory is reused.
  private var words: [UInt64] = []

  /// Whether new records overwrite old ones.
  private let isOverwritten: Bool
  private let hasLabels: Bool

  /// - Parameter hasLabels: Whether the records have labels, whose names the reader then keeps.
  init(clock: UInt32, isOverwritten: Bool, hasLabels: Bool) {
    timeline = Timeline(clock: clock)
    (self.isOverwritten, self.hasLabels) = (isOverwritten, hasLabels)
  }

  /// Brings the tables up to date, and makes the records of `threads` refer to them. The caller holds the recorder's
  /// lock, and has already copied the records.
  private mutating func updateSymbols(for threads: inout [[TraceRecord]]) {
    TraceLabels.withTable { table in
      let table = hasLabels ? table : LabelTable(named: 1..<1)
      for index in threads.indices {
        labels.translate(&threads[index], of: table, into: &symbols, time: timeline.time)
      }
    }
    let known = symbols.sites.count
    let count = Int(switchboard_trace_site_count())
    for index in known..<max(known, count) {
      var file: UnsafePointer<CChar>?
      var line: UInt32 = 0
      unsafe switchboard_trace_site_at(UInt32(index), &file, &line)
      unsafe symbols.sites.append(TraceSite(fileID: file.map { unsafe String(cString: $0) } ?? "", line: line))
    }
    for ring in Ring.all() { update(ring.number, ring.thread, ring.name) }
    for loss in dropped() {
      let name = unsafe withUnsafeBytes(of: loss.name) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      update(
        loss.number, loss.threads == 1 ? loss.thread_id : 0,
        loss.threads == 1 ? name : "\(loss.threads) ended threads")
    }
  }

  private mutating func update(_ number: UInt32, _ id: UInt64, _ name: String) {
    // The threads of a sum of losses, and threads whose records have all been read, leave gaps in the numbers.
    while symbols.threads.count < number {
      symbols.threads.append(TraceThread(number: UInt32(symbols.threads.count + 1), id: 0, name: ""))
    }
    symbols.threads[Int(number) - 1] = TraceThread(number: number, id: id, name: name)
  }

  /// The losses with rings, oldest first. The caller holds the recorder's lock.
  private func dropped() -> [switchboard_trace_dropped] {
    (0..<switchboard_trace_dropped_count()).map { unsafe switchboard_trace_dropped_at($0).pointee }
  }

  /// Returns the losses with rings as records, each in a list of its own. Leaves out losses before the clock's stamp
  /// `begin`. The caller holds the recorder's lock.
  private func lostWithRings(since begin: UInt64 = 0) -> [[TraceRecord]] {
    dropped().compactMap { loss in
      let stamp = loss.stamp == 0 ? timeline.to.stamp : timeline.stamp(loss.stamp)
      return stamp < begin ? nil : [lost(loss.lost, loss.number, at: timeline.time(of: stamp))]
    }
  }

  /// Returns a copy of the records that all rings hold since the clock's stamp `begin`, ordered by time. The records
  /// stay in the rings. Losses before `begin` do not count. The caller holds the recorder's lock.
  mutating func copyAll(since begin: UInt64 = 0) -> [TraceRecord] {
    timeline.advance()
    // Each copy has labels of its own, so that a session that is copied again and again does not collect names.
    (symbols.labels, symbols.namesOfValues, labels) = ([symbols.labels[0]], [], LabelNumbers())
    var threads = lostWithRings(since: begin)
    for ring in Ring.all() {
      let capacity = ring.capacity
      let head = ring.head
      let first = max(head > capacity ? head - capacity : 0, ring.tail)
      copy(ring, first..<head)
      // The ring's thread may have recorded meanwhile. Records that it overwrote, or may be overwriting right now, are
      // lost.
      let now = ring.head
      let isWriting: UInt64 = isOverwritten && !ring.hasEnded ? 1 : 0
      let intact = max(first, now >= capacity ? now - capacity + isWriting : 0)
      var records: [TraceRecord] = []
      records.reserveCapacity(Int(head - min(head, intact)) + 1)
      let number = ring.number
      let whole = min(head, intact)..<head
      let recent = begin == 0 ? whole.lowerBound : position(of: begin, in: whole, copiedFrom: first)
      for position in recent..<head { records.append(record(Int(position - first), number)) }
      if intact > 0, recent == whole.lowerBound { records.insert(lost(intact, number, at: records.first?.time), at: 0) }
      let unplaced = ring.lost
      if unplaced > 0 { records.append(lost(unplaced, number, at: records.last?.time)) }
      threads.append(records)
    }
    updateSymbols(for: &threads)
    return TraceRecord.merged(threads)
  }

  /// Removes the records made until now from all rings and returns them, ordered by time. Only the drainer's thread
  /// calls this function, which takes the recorder's lock.
  ///
  /// Records made after this moment stay for the next round, even if they are in a ring already. So each round
  /// continues where the round before ended.
  mutating func takeAll(isLast: Bool) -> [TraceRecord] {
    timeline.advance()
    var threads: [[TraceRecord]] = []
    switchboard_trace_lock()
    let rings = Ring.all().map { (ring: $0, hasEnded: $0.hasEnded) }
    switchboard_trace_unlock()
    var emptied: [Ring] = []
    for (ring, hasEnded) in rings {
      let tail = ring.tail
      let head = ring.head
      copy(ring, tail..<head)
      let number = ring.number
      var records: [TraceRecord] = []
      records.reserveCapacity(Int(head - tail))
      for index in 0..<Int(head - tail) {
        if !isLast, timeline.hasClock, timeline.stamp(words[4 * index]) > timeline.to.stamp { break }
        records.append(record(index, number))
      }
      ring.setTail(tail + UInt64(records.count))
      let isEmptied =
        records.count == Int(head - tail) && takeSpilled(ring, head, number, &records, isLast: isLast)
      let isOver = hasEnded && isEmptied
      if isOver { emptied.append(ring) }
      let unplaced = isLast || isOver ? ring.lost : 0
      if unplaced > 0 { records.append(lost(unplaced, number, at: records.last?.time)) }
      threads.append(records)
    }
    switchboard_trace_lock()
    switchboard_trace_made_room()
    if isLast { threads += lostWithRings() }
    updateSymbols(for: &threads)
    for ring in emptied { ring.release() }
    switchboard_trace_unlock()
    let merged = TraceRecord.merged(threads)
    lost += merged.lost
    return merged
  }

  /// Moves the records that wait beside a ring to `records`, which holds all records of the ring up to `head`. Leaves
  /// them for the next round if the ring has newer records, or if some of them were made after this moment. Returns
  /// whether no record is left.
  private mutating func takeSpilled(
    _ ring: Ring, _ head: UInt64, _ number: UInt32, _ records: inout [TraceRecord], isLast: Bool
  ) -> Bool {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    // The ring takes no records while others wait beside the ring, so `head` stands still then.
    let isRead = ring.head == head
    let count = ring.spilled
    guard isRead, count > 0 else { return isRead }
    if !isLast, timeline.hasClock {
      guard timeline.stamp(ring.lastSpilled) <= timeline.to.stamp else { return false }
    }
    reserveWords(count)
    ring.takeSpilled(to: &words)
    for index in 0..<count { records.append(record(index, number)) }
    return true
  }

  /// Returns the first position in `range` whose record is not older than `stamp`. O(log n), because the stamps of one
  /// thread grow.
  private func position(of stamp: UInt64, in range: Range<UInt64>, copiedFrom first: UInt64) -> UInt64 {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if timeline.stamp(words[4 * Int(middle - first)]) < stamp {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private func record(_ index: Int, _ thread: UInt32) -> TraceRecord {
    let word = 4 * index
    return decode(words[word], words[word + 1], words[word + 2], words[word + 3], thread: thread)
  }

  private mutating func copy(_ ring: Ring, _ range: Range<UInt64>) {
    reserveWords(range.count)
    ring.copy(range, to: &words)
  }
}

extension RingReader {
  private mutating func reserveWords(_ records: Int) {
    if words.count < 4 * records { words = [UInt64](repeating: 0, count: 4 * records) }
  }

  /// Decodes the four words of a record; see `CSwitchboardTracing.h` for their layout.
  func decode(_ word0: UInt64, _ word1: UInt64, _ word2: UInt64, _ word3: UInt64, thread: UInt32) -> TraceRecord {
    let kind = TraceKind(rawValue: UInt8(word0 & 0x1F)) ?? .lost
    var record = TraceRecord(kind: kind, thread: thread, time: timeline.time(of: timeline.stamp(word0)))
    if kind == .lost {
      record.count = word3
      return record
    }
    record.event = TraceEvent(rawValue: UInt8(word0 >> 5 & 3)) ?? .value
    record.isIndirect = word0 & 0x80 != 0
    record.flow = word1 >> 24
    record.label = UInt32(word1 & 0xFF_FFFF)
    switch kind {
    case .deliver, .subscribe, .dispose:
      record.subscription = word2 >> 24
      record.count = word2 & 0xFF_FFFF
    case .ownerDeinit:
      record.count = word2 & 0xFF_FFFF
    default:
      record.cause = word2 >> 24
    }
    record.registry = UInt32(truncatingIfNeeded: word3)
    record.site = UInt32(truncatingIfNeeded: word3 >> 32)
    return record
  }

  func lost(_ count: UInt64, _ thread: UInt32, at time: UInt64?) -> TraceRecord {
    var record = TraceRecord(kind: .lost, thread: thread, time: time ?? timeline.time(of: timeline.to.stamp))
    record.count = count
    return record
  }
}

internal import CSwitchboardTracing

/// A reader of the records of all threads, which puts them into one order.
///
/// Only the holder of the recorder's lock, or the drainer's thread, accesses a reader.
struct RingReader {
  var timeline: Timeline
  private(set) var symbols = TraceSymbols()
  /// The words copied from a ring, not decoded. The array is kept between rounds so that its memory is reused.
  private var words: [UInt64] = []

  /// Whether new records overwrite old ones.
  private let isOverwritten: Bool

  init(clock: UInt32, isOverwritten: Bool) {
    timeline = Timeline(clock: clock)
    self.isOverwritten = isOverwritten
  }

  /// Brings the tables up to date. The caller holds the recorder's lock, and has already copied the records that refer
  /// to the tables.
  private mutating func updateSymbols() {
    let known = symbols.sites.count
    let count = Int(switchboard_trace_site_count())
    for index in known..<max(known, count) {
      var file: UnsafePointer<CChar>?
      var line: UInt32 = 0
      switchboard_trace_site_at(UInt32(index), &file, &line)
      symbols.sites.append(TraceSite(fileID: file.map { String(cString: $0) } ?? "", line: line))
    }
    if symbols.labels.count < TraceLabels.count {
      symbols.labels += TraceLabels.labels(from: symbols.labels.count)
    }
    for ring in rings() {
      let number = switchboard_trace_ring_number(ring)
      var name = [CChar](repeating: 0, count: 64)
      switchboard_trace_ring_name(ring, &name, name.count)
      let thread = TraceThread(
        number: number, id: switchboard_trace_ring_thread(ring),
        name: String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      // A ring that was dropped to make room for newer threads leaves a gap in the numbers.
      while symbols.threads.count + 1 < number {
        symbols.threads.append(TraceThread(number: UInt32(symbols.threads.count + 1), id: 0, name: ""))
      }
      if symbols.threads.count < number {
        symbols.threads.append(thread)
      } else {
        symbols.threads[Int(number) - 1] = thread
      }
    }
  }

  private func rings() -> [OpaquePointer] {
    var rings: [OpaquePointer] = []
    var next = switchboard_trace_first_ring()
    while let ring = next {
      rings.append(ring)
      next = switchboard_trace_next_ring(ring)
    }
    return rings
  }

  /// Returns a copy of the records that all rings hold since the clock's stamp `begin`, ordered by time. The records
  /// stay in the rings. Losses before `begin` do not count. The caller holds the recorder's lock.
  mutating func copyAll(since begin: UInt64 = 0) -> [TraceRecord] {
    timeline.advance()
    var threads: [[TraceRecord]] = []
    for ring in rings() {
      let capacity = switchboard_trace_ring_capacity(ring)
      let head = switchboard_trace_ring_head(ring)
      let first = max(head > capacity ? head - capacity : 0, switchboard_trace_ring_tail(ring))
      copy(ring, first..<head)
      // The ring's thread may have recorded meanwhile. Records that it overwrote, or may be overwriting right now, are
      // lost.
      let now = switchboard_trace_ring_head(ring)
      let isWriting: UInt64 = isOverwritten && !switchboard_trace_ring_has_ended(ring) ? 1 : 0
      let intact = max(first, now >= capacity ? now - capacity + isWriting : 0)
      var records: [TraceRecord] = []
      records.reserveCapacity(Int(head - min(head, intact)) + 1)
      let number = switchboard_trace_ring_number(ring)
      let whole = min(head, intact)..<head
      let recent = begin == 0 ? whole.lowerBound : position(of: begin, in: whole, copiedFrom: first)
      for position in recent..<head { records.append(record(Int(position - first), number)) }
      if intact > 0, recent == whole.lowerBound { records.insert(lost(intact, number, at: records.first?.time), at: 0) }
      let unplaced = switchboard_trace_ring_lost(ring)
      if unplaced > 0 { records.append(lost(unplaced, number, at: records.last?.time)) }
      threads.append(records)
    }
    updateSymbols()
    return merged(threads)
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
    let rings = rings().map { (ring: $0, hasEnded: switchboard_trace_ring_has_ended($0)) }
    switchboard_trace_unlock()
    var emptied: [OpaquePointer] = []
    for (ring, hasEnded) in rings {
      let tail = switchboard_trace_ring_tail(ring)
      let head = switchboard_trace_ring_head(ring)
      copy(ring, tail..<head)
      let number = switchboard_trace_ring_number(ring)
      var records: [TraceRecord] = []
      records.reserveCapacity(Int(head - tail))
      for index in 0..<Int(head - tail) {
        if !isLast, timeline.hasClock, timeline.stamp(words[4 * index]) > timeline.to.stamp { break }
        records.append(record(index, number))
      }
      switchboard_trace_ring_set_tail(ring, tail + UInt64(records.count))
      let isOver = hasEnded && records.count == Int(head - tail)
      if isOver { emptied.append(ring) }
      let unplaced = isLast || isOver ? switchboard_trace_ring_lost(ring) : 0
      if unplaced > 0 { records.append(lost(unplaced, number, at: records.last?.time)) }
      threads.append(records)
    }
    switchboard_trace_lock()
    switchboard_trace_made_room()
    updateSymbols()
    for ring in emptied { switchboard_trace_release_ring(ring) }
    switchboard_trace_unlock()
    return merged(threads)
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

  private mutating func copy(_ ring: OpaquePointer, _ range: Range<UInt64>) {
    let needed = 4 * range.count
    if words.count < needed { words = [UInt64](repeating: 0, count: needed) }
    switchboard_trace_ring_copy(ring, range.lowerBound, UInt64(range.count), &words)
  }
}

extension RingReader {
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

  /// Merges the records of several threads into one list, ordered by time. Each thread's own order is kept, and equal
  /// times are ordered by the thread's number. O(n log threads).
  func merged(_ threads: [[TraceRecord]]) -> [TraceRecord] {
    let threads = threads.filter { !$0.isEmpty }
    if threads.count <= 1 { return threads.first ?? [] }
    var result: [TraceRecord] = []
    result.reserveCapacity(threads.reduce(0) { $0 + $1.count })
    // Few threads record at the same time, and mostly in runs. So the loop takes from the thread with the earliest
    // record all records that come before the next record of any other thread.
    var positions = [Int](repeating: 0, count: threads.count)
    while true {
      var first: Int?
      var second = UInt64.max
      for index in threads.indices where positions[index] < threads[index].count {
        let time = threads[index][positions[index]].time
        if let current = first {
          let earliest = threads[current][positions[current]].time
          if time < earliest {
            second = earliest
            first = index
          } else {
            second = min(second, time)
          }
        } else {
          first = index
        }
      }
      guard let first else { return result }
      let records = threads[first]
      var position = positions[first]
      repeat {
        result.append(records[position])
        position += 1
      } while position < records.count && records[position].time < second
      positions[first] = position
    }
  }
}

internal import CSwitchboardTracing

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

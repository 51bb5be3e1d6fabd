extension TraceRecord {
  /// Merges the records of several threads into one list, ordered by time. Each thread's own order is kept, and equal
  /// times are ordered by the thread's place in `threads`. O(n + runs × log threads).
  static func merged(_ threads: [[TraceRecord]]) -> [TraceRecord] {
    let threads = threads.filter { !$0.isEmpty }
    if threads.count <= 1 { return threads.first ?? [] }
    var result: [TraceRecord] = []
    result.reserveCapacity(threads.reduce(0) { $0 + $1.count })
    var positions = [Int](repeating: 0, count: threads.count)
    var heads = Heads(threads.indices.map { (threads[$0][0].time, $0) })
    while let first = heads.first {
      // Threads mostly record in runs. So the loop takes from the thread with the earliest record all records that come
      // before the next record of any other thread.
      let second = heads.second
      let records = threads[first.thread]
      var position = positions[first.thread]
      repeat {
        result.append(records[position])
        position += 1
      } while position < records.count && (records[position].time, first.thread) < second
      positions[first.thread] = position
      heads.replaceFirst(with: position < records.count ? (records[position].time, first.thread) : nil)
    }
    return result
  }
}

extension [TraceRecord] {
  /// The number of missing records that these records tell of.
  var lost: UInt64 { reduce(0) { $1.kind == .lost ? $0 + $1.count : $0 } }
}

/// The next record of each thread, as a binary heap with the earliest record first.
private struct Heads {
  typealias Head = (time: UInt64, thread: Int)

  private var heads: [Head]

  init(_ heads: [Head]) { self.heads = heads.sorted(by: <) }

  var first: Head? { heads.first }

  /// The earliest record of the other threads, or a time after all records.
  var second: Head {
    guard heads.count > 1 else { return (.max, .max) }
    return heads.count > 2 ? (heads[2] < heads[1] ? heads[2] : heads[1]) : heads[1]
  }

  /// Replaces the earliest record by the next record of its thread, or removes it if the thread has no other.
  mutating func replaceFirst(with next: Head?) {
    if let next {
      heads[0] = next
    } else {
      let last = heads.removeLast()
      if heads.isEmpty { return }
      heads[0] = last
    }
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < heads.count else { return }
      if child + 1 < heads.count, heads[child + 1] < heads[child] { child += 1 }
      guard heads[child] < heads[place] else { return }
      heads.swapAt(child, place)
      place = child
    }
  }
}

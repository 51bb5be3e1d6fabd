import SwitchboardTracing

/// Which activities and handler calls are open, thread by thread: what an indentation, a duration or a cause is read off.
///
/// A handler call ends without a record of its own: with the next delivery of its activity or with the activity's end. A
/// delivery by a registry (`registry` ≠ 0) ends all that its activity has open; one at the end of a chain of operators
/// (`registry` = 0) ends its predecessor in the same chain and otherwise lies inside the registry's.
///
/// O(depth) per record, O(1) where nothing is missing. Memory follows what is open.
struct Nesting {
  /// Something open.
  struct Frame {
    /// What began it: an activity or a delivery.
    let record: TraceRecord
    /// Whether records are missing where it might have ended: how long it took is not known.
    var isTorn = false
    /// What whoever reads wants to remember of it; see `note(_:on:)`.
    var note: UInt64 = 0

    /// Nanoseconds until `end`; nil where that is not known.
    func duration(until end: UInt64) -> UInt64? {
      isTorn || end < record.time ? nil : end - record.time
    }
  }

  struct Thread {
    /// Outermost first.
    var frames: [Frame] = []
    /// Whether records of this thread were lost, so that beginnings and ends need not match any more.
    var hasGaps = false

    /// The activity around what this thread records now.
    var activity: Frame? { frames.last { $0.record.kind != .deliver } }

    /// The handler that runs, unless an activity inside it has not called one yet.
    var delivery: Frame? {
      guard let last = frames.last, last.record.kind == .deliver else { return nil }
      return last
    }

    fileprivate func index(ofActivity flow: UInt64) -> Int? {
      frames.lastIndex { $0.record.flow == flow && $0.record.kind != .deliver }
    }
  }

  /// What the last record ended, innermost first.
  private(set) var closed: [Frame] = []
  private(set) var threads: [Thread] = []
  private var indices: [UInt32: Int] = [:]
  private var latest: (number: UInt32, index: Int)?

  /// How things are on the thread of `record`; before `advance(_:)`, how they were when it was recorded.
  mutating func thread(of record: TraceRecord) -> Thread { threads[index(of: record.thread)] }

  /// How many things are open on the thread of `record`.
  mutating func depth(of record: TraceRecord) -> Int { threads[index(of: record.thread)].frames.count }

  /// Puts a note on the innermost thing that is open on the thread of `record`.
  mutating func note(_ note: UInt64, on record: TraceRecord) {
    let thread = index(of: record.thread)
    guard !threads[thread].frames.isEmpty else { return }
    threads[thread].frames[threads[thread].frames.count - 1].note = note
  }

  /// Takes the next record. False for an end or a delivery whose activity is not open: it began before the trace did, or
  /// its beginning was lost.
  mutating func advance(_ record: TraceRecord) -> Bool {
    closed.removeAll(keepingCapacity: true)
    let thread = index(of: record.thread)
    switch record.kind {
    case .send, .start, .replay, .arrive, .scope:
      if threads[thread].hasGaps { resynchronize(thread, with: record) }
      threads[thread].frames.append(Frame(record: record))
      return true
    case .end:
      guard let index = threads[thread].index(ofActivity: record.flow) else { return false }
      tear(thread, above: index)
      close(thread, downTo: index)
      return true
    case .deliver:
      return advance(thread, toDelivery: record)
    case .lost:
      threads[thread].hasGaps = true
      for index in threads[thread].frames.indices where threads[thread].frames[index].record.kind == .deliver {
        threads[thread].frames[index].isTorn = true
      }
      return true
    default:
      return true
    }
  }

  private mutating func advance(_ thread: Int, toDelivery record: TraceRecord) -> Bool {
    guard let index = threads[thread].index(ofActivity: record.flow) else { return false }
    let hasInner = threads[thread].frames[(index + 1)...].contains { $0.record.kind != .deliver }
    if hasInner {
      guard threads[thread].hasGaps else { return false }
      tear(thread, above: index)
      close(thread, downTo: index + 1)
    } else if record.registry != 0 {
      close(thread, downTo: index + 1)
    } else if let last = threads[thread].delivery, last.record.registry == 0 {
      close(thread, downTo: threads[thread].frames.count - 1)
    }
    threads[thread].frames.append(Frame(record: record))
    return true
  }

  /// After a gap, what an activity says of its cause tells what must have ended meanwhile. What was queued or hopped
  /// says nothing about its surroundings.
  private mutating func resynchronize(_ thread: Int, with record: TraceRecord) {
    guard record.kind != .arrive, !record.isIndirect else { return }
    guard record.cause != 0 else { return close(torn: thread, downTo: 0) }
    guard let cause = threads[thread].index(ofActivity: record.cause) else { return }
    let above = threads[thread].frames[(cause + 1)...].firstIndex { $0.record.kind != .deliver }
    if let above { close(torn: thread, downTo: above) }
  }

  private mutating func close(torn thread: Int, downTo index: Int) {
    tear(thread, above: index - 1)
    close(thread, downTo: index)
  }

  /// An end inside is missing, so nothing is known of how long things inside took.
  private mutating func tear(_ thread: Int, above index: Int) {
    let inner = threads[thread].frames.indices.dropFirst(index + 1)
    guard inner.contains(where: { threads[thread].frames[$0].record.kind != .deliver }) else { return }
    for index in inner { threads[thread].frames[index].isTorn = true }
  }

  private mutating func close(_ thread: Int, downTo index: Int) {
    while threads[thread].frames.count > index { closed.append(threads[thread].frames.removeLast()) }
  }

  private mutating func index(of number: UInt32) -> Int {
    if let latest, latest.number == number { return latest.index }
    let index: Int
    if let known = indices[number] {
      index = known
    } else {
      index = threads.count
      threads.append(Thread())
      indices[number] = index
    }
    latest = (number, index)
    return index
  }
}

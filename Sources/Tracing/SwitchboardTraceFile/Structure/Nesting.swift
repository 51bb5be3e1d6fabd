internal import SwitchboardTracing

/// The open activities and handler calls of each thread. Indentation, durations and causes are derived from them.
///
/// A handler call ends without a record: with the next delivery of its activity, or with the activity's end. A delivery
/// by a registry (`registry` ≠ 0) ends everything that its activity has open. A delivery at the end of a chain of
/// operators (`registry` = 0) ends the previous delivery of the same chain, and otherwise lies inside the registry's
/// delivery.
///
/// O(depth) per record, O(1) if no record is missing. Memory grows with what is open.
struct Nesting {
  /// An open activity or handler call.
  struct Frame {
    /// The record that began the frame: an activity or a delivery.
    let record: TraceRecord
    /// Whether records are missing where the frame may have ended, so that its duration is unknown.
    var isTorn = false
    /// A number that the user of the nesting attaches to the frame; see `setTag(_:on:)`.
    var tag: UInt64 = 0

    /// Returns the nanoseconds until `end`, or nil if the duration is unknown.
    func duration(until end: UInt64) -> UInt64? {
      isTorn || end < record.time ? nil : end - record.time
    }
  }

  struct Thread {
    /// The open frames, outermost first.
    var frames: [Frame] = []
    /// Whether records of this thread were lost, so that beginnings and ends may no longer match.
    var hasGaps = false

    /// The activity around the thread's next record.
    var activity: Frame? { frames.last { $0.record.kind != .deliver } }

    /// The running handler call. Nil if the innermost frame is an activity, which has not called a handler yet.
    var delivery: Frame? {
      guard let last = frames.last, last.record.kind == .deliver else { return nil }
      return last
    }

    fileprivate func index(ofActivity flow: UInt64) -> Int? {
      frames.lastIndex { $0.record.flow == flow && $0.record.kind != .deliver }
    }
  }

  /// The frames that the last record ended, innermost first.
  private(set) var closed: [Frame] = []
  private(set) var threads: [Thread] = []
  private var indices: [UInt32: Int] = [:]
  private var latest: (number: UInt32, index: Int)?

  /// Returns the state of the thread of `record`. Before `advance(_:)`, this is the state in which the record was made.
  mutating func thread(of record: TraceRecord) -> Thread { threads[index(of: record.thread)] }

  /// Returns the number of open frames on the thread of `record`.
  mutating func depth(of record: TraceRecord) -> Int { threads[index(of: record.thread)].frames.count }

  /// Attaches a tag to the innermost open frame on the thread of `record`.
  mutating func setTag(_ tag: UInt64, on record: TraceRecord) {
    let thread = index(of: record.thread)
    guard !threads[thread].frames.isEmpty else { return }
    threads[thread].frames[threads[thread].frames.count - 1].tag = tag
  }

  /// Attaches a tag to the frame around the innermost open frame on the thread of `record`, if that is a handler call.
  mutating func setTag(_ tag: UInt64, onFrameAround record: TraceRecord) {
    let thread = index(of: record.thread)
    let index = threads[thread].frames.count - 2
    guard index >= 0, threads[thread].frames[index].record.kind == .deliver else { return }
    threads[thread].frames[index].tag = tag
  }

  /// Takes the next record. Returns false for an end or a delivery whose activity is not open, because the activity
  /// began before the trace or its beginning was lost.
  mutating func advance(_ record: TraceRecord) -> Bool {
    closed.removeAll(keepingCapacity: true)
    let thread = index(of: record.thread)
    if threads[thread].hasGaps { resynchronize(thread, with: record) }
    switch record.kind {
    case .send, .start, .replay, .arrive, .scope:
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
    guard !hasInner else { return false }
    if record.registry != 0 {
      close(thread, downTo: index + 1)
    } else if let last = threads[thread].delivery, last.record.registry == 0 {
      close(thread, downTo: threads[thread].frames.count - 1)
    }
    threads[thread].frames.append(Frame(record: record))
    return true
  }

  /// Closes frames that must have ended in a gap. After a gap, a record names the activity around it, which shows what
  /// has ended meanwhile. A record of queued or hopped work does not name its surroundings.
  private mutating func resynchronize(_ thread: Int, with record: TraceRecord) {
    let surroundings: UInt64
    switch record.kind {
    case .send where record.isIndirect, .replay where record.isIndirect: return
    case .arrive, .end, .lost: return
    case .send, .start, .replay, .scope, .queue, .hop: surroundings = record.cause
    case .deliver, .subscribe, .dispose, .ownerDeinit, .close: surroundings = record.flow
    }
    guard surroundings != 0 else { return close(torn: thread, downTo: 0) }
    guard let index = threads[thread].index(ofActivity: surroundings) else { return }
    let above = threads[thread].frames[(index + 1)...].firstIndex { $0.record.kind != .deliver }
    if let above { close(torn: thread, downTo: above) }
  }

  private mutating func close(torn thread: Int, downTo index: Int) {
    tear(thread, above: index - 1)
    close(thread, downTo: index)
  }

  /// Marks all frames above `index` as torn if an activity is among them. The activity's end is missing, so their
  /// durations are unknown.
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

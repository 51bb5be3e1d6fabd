internal import CSwitchboardTracing
import Synchronization

/// An activity without a record of its own, which one thread enters job by job.
///
/// A scoped session uses flows to tell independent recordings apart that run at the same time.
package final class TraceFlow: Sendable {
  private let id = switchboard_trace_new_id()
  private let begin: UInt64
  private let session: TraceSession
  private let lostBefore: UInt64
  private let thread = Atomic<UInt32>(0)

  package init(in session: TraceSession) {
    self.session = session
    lostBefore = session.lostRecords
    begin = session.now
  }

  /// Runs `body` as a part of this activity, which then causes everything that `body` does and leads to. All calls must
  /// come from the same thread.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let visit = switchboard_trace_enter(id)
    defer { switchboard_trace_leave(visit) }
    let ring = switchboard_trace_own_ring()
    if ring != 0 { thread.store(ring, ordering: .relaxed) }
    return try body()
  }

  /// Returns what this activity has caused so far, or nil if some records of that may have been lost. References to the
  /// activity itself are replaced by 0.
  ///
  /// On the activity's own thread, every record lost since the beginning was a part of the activity. On another thread,
  /// each part of the activity begins with an activity that a `queue` or `hop` record announced. The oldest records are
  /// lost first, so all parts are complete if no announced activity is missing.
  package func trace() -> TraceSnapshot? {
    let own = thread.load(ordering: .relaxed)
    guard own != 0, TraceSession.current === session else { return nil }
    var part = session.snapshot(since: begin).caused(by: [id])
    var isLossy = session.lostRecords > lostBefore
    var announced: Set<UInt64> = []
    var isOwnLossy = false
    part.records = part.records.compactMap { record in
      if record.kind == .lost {
        isLossy = true
        if record.thread == own { isOwnLossy = true }
        return nil
      }
      if record.kind == .queue || record.kind == .hop {
        announced.insert(record.flow)
      } else if record.kind.isActivity {
        announced.remove(record.flow)
      }
      var record = record
      if record.flow == id { record.flow = 0 }
      if record.cause == id { record.cause = 0 }
      return record
    }
    return isOwnLossy || (isLossy && !announced.isEmpty) ? nil : part
  }
}
